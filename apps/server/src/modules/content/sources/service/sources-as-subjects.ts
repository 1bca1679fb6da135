import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunSubject, ShownSubject } from '../../../../kernel/runs/index.ts';
import { sourceRepository } from '../repository/sources.ts';

/** Shows runs under the source that is their subject. */
export const sourcesAsSubjects = async (
  tx: TxCtx,
  runs: readonly RunSubject[],
): Promise<Map<string, ShownSubject>> => {
  const rows = await sourceRepository.listByIds(tx.db, [...new Set(runs.map(({ subjectId }) => subjectId))]);
  return new Map(
    rows.map(({ source: { id, name, knowledgeBaseId, type } }) => [
      id,
      {
        name,
        address: `/knowledge-base/${knowledgeBaseId}/${type === 'WEBSITE' ? 'website' : 'import'}`,
      },
    ]),
  );
};

/** Finds the subjects of runs by their name. */
export const searchSources = (tx: TxCtx, text: string, limit: number): Promise<string[]> =>
  sourceRepository.listIdsNamed(tx.db, text, limit);

import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunSubject, ShownSubject } from '../../../../kernel/runs/index.ts';
import { schemaRepository } from '../repository/schemas.ts';

/** Shows runs under the schema that is their subject. */
export const schemasAsSubjects = async (
  tx: TxCtx,
  runs: readonly RunSubject[],
): Promise<Map<string, ShownSubject>> => {
  const rows = await schemaRepository.listByIds(tx.db, [...new Set(runs.map(({ subjectId }) => subjectId))]);
  return new Map(
    rows.map(({ id, name, knowledgeBaseId }) => [
      id,
      { name, address: `/knowledge-base/${knowledgeBaseId}/schemas?schema=${id}` },
    ]),
  );
};

/** Finds the subjects of runs by their name. */
export const searchSchemas = (tx: TxCtx, text: string, limit: number): Promise<string[]> =>
  schemaRepository.listIdsNamed(tx.db, text, limit);

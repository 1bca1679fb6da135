import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunSubject, ShownSubject } from '../../../../kernel/runs/index.ts';
import { importRepository } from '../../bases/index.ts';

/** Shows runs under the document that is their subject. */
export const documentsAsSubjects = async (
  tx: TxCtx,
  runs: readonly RunSubject[],
): Promise<Map<string, ShownSubject>> => {
  const rows = await importRepository.listByIds(tx.db, [...new Set(runs.map(({ subjectId }) => subjectId))]);
  return new Map(
    rows.map(({ import: { id, name, knowledgeBaseId } }) => [
      id,
      { name, address: `/knowledge-base/${knowledgeBaseId}/documents?document=${id}` },
    ]),
  );
};

/** Finds the subjects of runs by their name. */
export const searchDocuments = (tx: TxCtx, text: string, limit: number): Promise<string[]> =>
  importRepository.listIdsNamed(tx.db, text, limit);

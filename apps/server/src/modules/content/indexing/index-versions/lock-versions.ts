import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { knowledgeBaseRepository } from '../../bases/index.ts';
import { segmentRepository } from '../repository/segments.ts';

/**
 * Lets nobody else change what is live in versions until the transaction ends. They are locked in one order everywhere.
 * Returns the id of the version that answers, which stays so when it is one of them.
 */
export const lockVersions = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  versionIds: readonly string[],
): Promise<string | undefined> => {
  for (const id of [...versionIds].sort()) await segmentRepository.lock(tx.db, id);
  return (await knowledgeBaseRepository.find(tx.db, knowledgeBaseId))?.index.id;
};

/** Holds the version that an import was read for. Throws `index_versions.switched` when another one answers by now. */
export const holdActive = async (
  tx: TxCtx,
  { knowledgeBaseId, id }: { knowledgeBaseId: string; id: string },
): Promise<void> => {
  if ((await lockVersions(tx, knowledgeBaseId, [id])) !== id) fail('index_versions.switched');
};

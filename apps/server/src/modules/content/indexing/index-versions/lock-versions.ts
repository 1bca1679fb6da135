import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { knowledgeBaseRepository } from '../../bases/index.ts';
import { segmentRepository } from '../repository/segments.ts';

/**
 * Locks the live segments of versions until the transaction ends. Versions are locked in the same order everywhere. Returns
 * the id of the active version; it stays active until the transaction ends if it is one of those locked.
 */
export const lockVersions = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  versionIds: readonly string[],
): Promise<string | undefined> => {
  for (const id of [...versionIds].sort()) await segmentRepository.lock(tx.db, id);
  return (await knowledgeBaseRepository.find(tx.db, knowledgeBaseId))?.index.id;
};

/**
 * Locks the version that an import was read for. Throws `index_versions.switched` when another version has become active
 * meanwhile.
 */
export const holdActive = async (
  tx: TxCtx,
  { knowledgeBaseId, id }: { knowledgeBaseId: string; id: string },
): Promise<void> => {
  if ((await lockVersions(tx, knowledgeBaseId, [id])) !== id) fail('index_versions.switched');
};

import type { TxCtx } from '../../../../kernel/context/context.ts';
import { orderRun } from '../../../../kernel/runs/index.ts';
import { indexVersionRepository } from './repository.ts';
import { reindexRunType } from './topic.ts';

/**
 * Orders that versions which are ready but not active take over what has just changed in the active version. The caller
 * holds the lock of the active version. A version that is still being built, or has stopped, picks up the change by itself.
 */
export const followChanges = async (tx: TxCtx, knowledgeBaseId: string): Promise<void> => {
  for (const subjectId of await indexVersionRepository.takeReady(tx.db, knowledgeBaseId))
    await orderRun(tx, reindexRunType, {
      subjectId,
      scopeId: knowledgeBaseId,
      input: { switches: false },
    });
};

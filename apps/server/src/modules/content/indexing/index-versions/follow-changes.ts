import type { TxCtx } from '../../../../kernel/context/context.ts';
import { orderRun } from '../../../../kernel/runs/index.ts';
import { indexVersionRepository } from './repository.ts';
import { reindexKind } from './topic.ts';

/**
 * Orders that a version under construction takes over what has just changed in the active one, whose lock the caller holds.
 * One that is being built or has stopped sees it by itself when it goes on.
 */
export const followChanges = async (tx: TxCtx, knowledgeBaseId: string): Promise<void> => {
  for (const subjectId of await indexVersionRepository.takeReady(tx.db, knowledgeBaseId))
    await orderRun(tx, { kind: reindexKind, subjectId, input: { knowledgeBaseId } });
};

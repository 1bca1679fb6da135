import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import {
  importRepository,
  indexVersionRepository,
  knowledgeEvents,
  knowledgeTopic,
} from '../../bases/index.ts';
import { versionContentRepository } from '../../indexing/index.ts';
import { keptDays } from '../policy.ts';

export const expiryJobType = defineJob({
  name: 'knowledge.delete-retired-version',
  input: z.object({ versionId: z.string() }),
});

const dayMs = 24 * 60 * 60 * 1000;

/** Makes a version active that holds everything the active one holds. The caller holds the locks of both. */
export const switchIndex = async (
  tx: TxCtx,
  { knowledgeBaseId, versionId, activeId }: { knowledgeBaseId: string; versionId: string; activeId: string },
): Promise<void> => {
  await indexVersionRepository.activate(tx.db, { versionId, activeId });
  await versionContentRepository.settleActivation(tx.db, { versionId, activeId });
  const counts = await versionContentRepository.countOfDocuments(tx.db, versionId);
  await importRepository.setCut(tx.db, versionId, counts);
  const runAt = new Date(tx.now().getTime() + keptDays * dayMs);
  await tx.enqueue(
    expiryJobType,
    { versionId: activeId },
    { key: `${expiryJobType.name} ${activeId}`, runAt },
  );
  await tx.emit(knowledgeEvents.indexSwitched, { knowledgeBaseId });
  await tx.audit('knowledge.index_switched', knowledgeBaseId, { from: activeId, to: versionId });
  await tx.signal(knowledgeTopic(knowledgeBaseId), '');
};

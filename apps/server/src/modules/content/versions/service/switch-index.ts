import type { IndexVersion } from '@atelier/contracts/content/versions/index-versions';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { orderRun } from '../../../../kernel/runs/index.ts';
import { knowledgeEvents, knowledgeTopic } from '../../bases/declarations.ts';
import { importRepository, indexVersionRepository } from '../../bases/index.ts';
import { activeIndex, reindexRunType, versionContentRepository } from '../../indexing/index.ts';
import { isBuilt, keptDays } from '../policy.ts';
import { getIdleVersion, showVersion } from './read-versions.ts';

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

/**
 * Activates a version: at once when it holds everything that the active one holds, otherwise as soon as a run has taken
 * over the changes. A retired version is activated in the same way. Throws what `getIdleVersion` throws, and
 * `index_versions.not_ready`.
 */
export const activateVersion = (ctx: AnyCtx, ids: { id: string; versionId: string }): Promise<IndexVersion> =>
  ctx.tx(async (tx) => {
    const { id: knowledgeBaseId, versionId } = ids;
    const before = await getIdleVersion(tx, ids);
    if (!isBuilt(before.version, before.run)) fail('index_versions.not_ready');
    await activeIndex.lockVersions(tx, knowledgeBaseId, [versionId, before.active.id]);
    // Another version may have become active meanwhile.
    const { active } = await getIdleVersion(tx, ids);
    const pair = { knowledgeBaseId, versionId, activeId: active.id };
    if (active.id !== before.active.id) fail('index_versions.not_ready');
    if ((await versionContentRepository.countBehind(tx.db, pair)) === 0) await switchIndex(tx, pair);
    else {
      const input = { switches: true };
      await orderRun(tx, reindexRunType, { subjectId: versionId, scopeId: knowledgeBaseId, input });
      await tx.audit('knowledge.index_switch_ordered', knowledgeBaseId, { to: versionId });
    }
    return showVersion(tx, ids);
  });

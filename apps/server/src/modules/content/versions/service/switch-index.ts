import type { IndexVersion } from '@atelier/contracts/content/versions/index-versions';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { handleJob } from '../../../../kernel/module/module.ts';
import { dropRuns, orderRun } from '../../../../kernel/runs/index.ts';
import { type IndexVersionRow, knowledgeEvents, knowledgeTopic } from '../../bases/declarations.ts';
import { findIndexVersion, findKnowledgeBaseRow, indexStates } from '../../bases/index.ts';
import { versionChunks } from '../../documents/index.ts';
import { activeIndex, reindexRunType, vectorStore } from '../../indexing/index.ts';
import { isBuilt, keptDays } from '../policy.ts';
import { versionContentRepository } from '../repository.ts';
import { getIdleVersion, getVersion, showVersion } from './read-versions.ts';

const expiryJobType = defineJob({
  name: 'knowledge.delete-retired-version',
  input: z.object({ versionId: z.string() }),
});

const dayMs = 24 * 60 * 60 * 1000;

/** Makes a version active that holds everything the active one holds. The caller holds the locks of both. */
export const switchIndex = async (
  tx: TxCtx,
  { knowledgeBaseId, versionId, activeId }: { knowledgeBaseId: string; versionId: string; activeId: string },
): Promise<void> => {
  await indexStates.activate(tx, { versionId, activeId });
  await versionContentRepository.settleActivation(tx.db, { versionId, activeId });
  await versionChunks.recordCut(tx, versionId);
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

/** Deletes the run first: a worker on it stops at its next write. */
const remove = async (tx: TxCtx, version: IndexVersionRow): Promise<void> => {
  const { id: versionId, knowledgeBaseId } = version;
  await vectorStore.orderVersionRemoval(tx, version);
  await dropRuns(tx, [versionId]);
  if ((await activeIndex.lockVersions(tx, knowledgeBaseId, [versionId])) === versionId)
    fail('index_versions.active');
  await indexStates.remove(tx, versionId);
  await tx.audit('knowledge.index_version_deleted', knowledgeBaseId, { versionId });
};

/** Deletes a version with its chunks and vectors. Throws what `getVersion` throws, and `index_versions.active`. */
export const removeVersion = (ctx: AnyCtx, ids: { id: string; versionId: string }): Promise<void> =>
  ctx.tx(async (tx) => remove(tx, (await getVersion(tx, ids)).version));

/** Returns whether a version has been retired long enough and was not activated again. */
const isOver = ({ status, retiredAt }: IndexVersionRow, now: Date): boolean =>
  status === 'RETIRED' && retiredAt !== null && now.getTime() - retiredAt.getTime() >= (keptDays - 1) * dayMs;

/** Runs the job that deletes a version a week after it was replaced. */
export const expiryJob = handleJob(expiryJobType, (ctx, { versionId }) =>
  ctx.tx(async (tx) => {
    const version = await findIndexVersion(tx, versionId);
    if (!version || !isOver(version, tx.now())) return;
    // The version may be about to become active again. A later switch orders this job again.
    const base = await findKnowledgeBaseRow(tx, version.knowledgeBaseId);
    if (base?.index.id !== version.id) await remove(tx, version);
  }),
);

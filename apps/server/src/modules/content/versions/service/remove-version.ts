import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { handleJob } from '../../../../kernel/module/module.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import { type IndexVersionRow } from '../../bases/declarations.ts';
import { indexVersionRepository, knowledgeBaseRepository } from '../../bases/index.ts';
import { activeIndex, vectorStore } from '../../indexing/index.ts';
import { keptDays } from '../policy.ts';
import { getVersion } from './read-versions.ts';
import { expiryJobType } from './switch-index.ts';

/** Deletes the run first: a worker on it stops at its next write. */
const remove = async (tx: TxCtx, version: IndexVersionRow): Promise<void> => {
  const { id: versionId, knowledgeBaseId } = version;
  await vectorStore.orderVersionRemoval(tx, version);
  await dropRuns(tx, [versionId]);
  if ((await activeIndex.lockVersions(tx, knowledgeBaseId, [versionId])) === versionId)
    fail('index_versions.active');
  await indexVersionRepository.remove(tx.db, versionId);
  await tx.audit('knowledge.index_version_deleted', knowledgeBaseId, { versionId });
};

/** Deletes a version with its chunks and vectors. Throws what `getVersion` throws, and `index_versions.active`. */
export const removeVersion = (ctx: AnyCtx, ids: { id: string; versionId: string }): Promise<void> =>
  ctx.tx(async (tx) => remove(tx, (await getVersion(tx, ids)).version));

const dayMs = 24 * 60 * 60 * 1000;

/** Returns whether a version has been retired long enough and was not activated again. */
const isOver = ({ status, retiredAt }: IndexVersionRow, now: Date): boolean =>
  status === 'RETIRED' && retiredAt !== null && now.getTime() - retiredAt.getTime() >= (keptDays - 1) * dayMs;

/** Runs the job that deletes a version a week after it was replaced. */
export const expiryJob = handleJob(expiryJobType, (ctx, { versionId }) =>
  ctx.tx(async (tx) => {
    const version = await indexVersionRepository.find(tx.db, versionId);
    if (!version || !isOver(version, tx.now())) return;
    // The version may be about to become active again. A later switch orders this job again.
    const base = await knowledgeBaseRepository.find(tx.db, version.knowledgeBaseId);
    if (base?.index.id !== version.id) await remove(tx, version);
  }),
);

import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import type { JobDefinition } from '../../../../kernel/module/module.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import type { IndexVersionRow } from '../../bases/index.ts';
import { knowledgeBaseRepository } from '../../bases/index.ts';
import {
  expiryTask,
  indexVersionRepository,
  keptDays,
  lockVersions,
  orderVersionRemoval,
  segmentRepository,
} from '../../indexing/index.ts';
import { getVersion } from './read-versions.ts';

/** The run goes first: whoever works on it stops at the next write. */
const remove = async (tx: TxCtx, version: IndexVersionRow): Promise<void> => {
  const { id: versionId, knowledgeBaseId } = version;
  await orderVersionRemoval(tx, version);
  await dropRuns(tx, [versionId]);
  if ((await lockVersions(tx, knowledgeBaseId, [versionId])) === versionId) fail('index_versions.active');
  await indexVersionRepository.remove(tx.db, versionId);
  await tx.audit('knowledge.index_version_deleted', knowledgeBaseId, { versionId });
};

/** Deletes a version with its chunks and vectors. Throws as `getVersion`, and `index_versions.active`. */
export const removeVersion = (ctx: AnyCtx, ids: { id: string; versionId: string }): Promise<void> =>
  ctx.tx(async (tx) => remove(tx, (await getVersion(tx, ids)).version));

const dayMs = 24 * 60 * 60 * 1000;

/** Retired long enough, and not taken back meanwhile. */
const isOver = ({ status, retiredAt }: IndexVersionRow, now: Date): boolean =>
  status === 'RETIRED' && retiredAt !== null && now.getTime() - retiredAt.getTime() >= (keptDays - 1) * dayMs;

/** Deletes a version a week after another one took its place. */
export const expiryJob: JobDefinition = {
  task: expiryTask,
  handle: (ctx, payload) =>
    ctx.tx(async (tx) => {
      const version = await segmentRepository.findVersion(tx.db, String(payload['versionId']));
      if (!version || !isOver(version, tx.now())) return;
      // It may be on its way back at the moment; a later switch orders this anew.
      const base = await knowledgeBaseRepository.find(tx.db, version.knowledgeBaseId);
      if (base?.index.id !== version.id) await remove(tx, version);
    }),
};

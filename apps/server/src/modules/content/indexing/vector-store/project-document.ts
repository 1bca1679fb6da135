import { handleJob } from '../../../../kernel/module/module.ts';
import { indexVersionRepository } from '../../bases/index.ts';
import { isExternal, projectionJobType } from './order-projection.ts';
import { vectorStoreRepository } from './repository.ts';
import { writePoints } from './write-points.ts';

/** Runs the job that writes a document's vectors. Until it has succeeded, the store still finds the old chunks. */
export const projectionJob = handleJob(projectionJobType, async (ctx, { indexVersionId, importId }) => {
  const { version, segments } = await ctx.tx(async (tx) => ({
    version: await indexVersionRepository.find(tx.db, indexVersionId),
    segments: await vectorStoreRepository.listSegments(tx.db, { indexVersionId, importId, live: true }),
  }));
  if (!version || !isExternal(version)) return;
  const { dimensions } = version;
  const signal = AbortSignal.timeout(600_000);
  await writePoints(ctx, version, { dimensions, segments, signal, onWritten: async () => {} });
});

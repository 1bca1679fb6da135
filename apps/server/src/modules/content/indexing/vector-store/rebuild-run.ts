import { AppError } from '../../../../kernel/base/errors.ts';
import { defineRun, type RunHandle } from '../../../../kernel/runs/index.ts';
import type { IndexVersionRow } from '../../bases/index.ts';
import { knowledgeTopic } from '../../bases/index.ts';
import { segmentRepository } from '../repository/segments.ts';
import { orderCollectionRemoval } from './remove-points.ts';
import { vectorStoreRepository } from './repository.ts';
import { rebuildKind } from './topic.ts';
import { collectionOf, useStore } from './use-store.ts';
import { writePoints } from './write-points.ts';

const readVersion = (run: RunHandle): Promise<IndexVersionRow> =>
  run.step(async (tx) => {
    const version = await segmentRepository.findVersion(tx.db, run.subjectId);
    if (!version) throw new AppError('knowledge.not_found');
    return version;
  });

const listLive = (run: RunHandle) =>
  run.step((tx) => vectorStoreRepository.listSegments(tx.db, { indexVersionId: run.subjectId, live: true }));

/**
 * Returns the version with the collection to fill. What an earlier, unfinished rebuild left in it is removed first, once.
 */
const prepareNext = async (run: RunHandle, version: IndexVersionRow): Promise<IndexVersionRow> => {
  const { generation } = run.checkpoint;
  if (typeof generation === 'number') return { ...version, storeGeneration: generation };
  const next = { ...version, storeGeneration: version.storeGeneration + 1 };
  if (version.connectionId !== null)
    await useStore(run.ctx, version.connectionId, (store) => store.drop(collectionOf(next)));
  await run.saveCheckpoint({ generation: next.storeGeneration });
  return next;
};

/** Switches searches to the new collection, unless something published meanwhile is missing in it. */
const moveTo = (run: RunHandle, next: IndexVersionRow, written: ReadonlySet<string>): Promise<boolean> =>
  run.step(async (tx) => {
    await segmentRepository.lock(tx.db, next.id);
    const live = await vectorStoreRepository.listSegments(tx.db, { indexVersionId: next.id, live: true });
    if (live.some(({ id }) => !written.has(id))) return false;
    const before = await segmentRepository.findVersion(tx.db, next.id);
    await vectorStoreRepository.setGeneration(tx.db, next.id, next.storeGeneration);
    if (before) await orderCollectionRemoval(tx, before);
    return true;
  });

const fill = async (run: RunHandle, next: IndexVersionRow): Promise<number> => {
  const written = new Set<string>();
  let points = 0;
  for (;;) {
    const segments = (await listLive(run)).filter(({ id }) => !written.has(id));
    if (segments.length === 0 && (await moveTo(run, next, written))) return points;
    const total = points + segments.reduce((sum, { docs }) => sum + docs, 0);
    const before = points;
    points += await writePoints(run.ctx, next, {
      dimensions: next.dimensions,
      segments,
      signal: run.signal,
      onWritten: (more) => run.progress((before + more) / total, 'Writing to the vector store'),
    });
    for (const { id } of segments) written.add(id);
  }
};

const handle = async (run: RunHandle): Promise<string> => {
  const version = await readVersion(run);
  const next = await prepareNext(run, version);
  // An earlier attempt was interrupted after the switch, so nothing is left to do.
  if (next.storeGeneration === version.storeGeneration) return 'All vectors were written.';
  return `${await fill(run, next)} vectors were written.`;
};

/**
 * Writes all published vectors of an index version to a new collection of its store. Searches use the old collection until
 * the run has ended.
 */
export const rebuildRun = defineRun({
  kind: rebuildKind,
  topic: ({ input }) => knowledgeTopic(String(input['knowledgeBaseId'])),
  handle,
});

import type { TxCtx } from '../../../kernel/context/context.ts';
import { lockIndexVersion, raiseRevision } from '../bases/index.ts';
import { type IndexSize, segmentReadingRepository } from './repository/segment-reading.ts';
import { type Exchange, type FreshDocument, segmentRepository } from './repository/segments.ts';
import type { IndexedDocumentKey, NewSegment } from './tables.ts';

/** Publishes the segments of an import and removes those that it had published before, as one new revision. */
export const publishSegments = async (tx: TxCtx, key: IndexedDocumentKey): Promise<void> => {
  const revision = await lockIndexVersion(tx, key.indexVersionId);
  const dropped = await segmentRepository.removeLive(tx.db, key);
  const shown = await segmentRepository.makeLive(tx.db, key, revision + 1);
  await segmentRepository.raise(tx.db, key.indexVersionId, shown - dropped);
};

/** Removes imports from the index version, as one new revision. Returns the number of segments removed. */
export const withdrawDocuments = async (
  tx: TxCtx,
  versionId: string,
  importIds: readonly string[],
): Promise<number> => {
  await lockIndexVersion(tx, versionId);
  const dropped = await segmentRepository.removeLiveDocuments(tx.db, versionId, importIds);
  if (dropped > 0) await segmentRepository.raise(tx.db, versionId, -dropped);
  return dropped;
};

/** Replaces live segments by others, as one new revision. */
export const exchangeSegments = async (
  tx: TxCtx,
  key: IndexedDocumentKey,
  { gone, fresh }: Exchange,
): Promise<void> => {
  const revision = await lockIndexVersion(tx, key.indexVersionId);
  await segmentRepository.replace(tx.db, key, { gone, fresh, revision: revision + 1 });
  await segmentRepository.raise(tx.db, key.indexVersionId, fresh.length - gone.length);
};

/** Makes searches read an index version again, because documents of it were switched on or off. */
export const refreshIndex = async (tx: TxCtx, versionId: string): Promise<void> => {
  await lockIndexVersion(tx, versionId);
  await segmentRepository.raise(tx.db, versionId, 0);
};

/** Stores a segment that is not searched yet. */
export const addSegment = ({ db }: TxCtx, key: IndexedDocumentKey, segment: NewSegment): Promise<void> =>
  segmentRepository.insert(db, key, segment);

/** Deletes the segments of a document that are not published. */
export const removeWaitingSegments = ({ db }: TxCtx, key: IndexedDocumentKey): Promise<void> =>
  segmentRepository.removeWaiting(db, key);

/** Returns the ordinal of the last chunk that has an unpublished vector; -1 when none has. */
export const findLastEmbedded = ({ db }: TxCtx, key: IndexedDocumentKey): Promise<number> =>
  segmentRepository.findLastEmbedded(db, key);

/**
 * Stores and publishes segments of documents as the next revision of an index version, which the caller has locked, in the place of what
 * they had published before. The first vectors determine the dimensions.
 */
export const publishFresh = (
  { db }: TxCtx,
  {
    indexVersionId,
    revision,
    dimensions,
  }: { indexVersionId: string; revision: number; dimensions: number | null },
  documents: readonly FreshDocument[],
): Promise<void> =>
  segmentRepository.publishFresh(
    db,
    { indexVersionId, revision, raise: raiseRevision(indexVersionId, dimensions) },
    documents,
  );

/** Measures what is published in an index version. */
export const measureIndex = ({ db }: TxCtx, versionId: string): Promise<IndexSize> =>
  segmentReadingRepository.measure(db, versionId);

/** Returns the segments with the vectors of a document in these versions, published or not. */
export const readVectors = (
  { db }: TxCtx,
  importId: string,
  versionIds: readonly string[],
): Promise<Uint8Array[]> => segmentReadingRepository.readDocumentVectors(db, importId, versionIds);

/** Returns the segments with the vectors of a document in a version that are not published yet. */
export const readWaitingVectors = ({ db }: TxCtx, versionId: string, importId: string): Promise<Buffer[]> =>
  segmentReadingRepository.readWaitingVectors(db, versionId, importId);

/** Reads live segments for the indexes in memory. */
export const liveSegments = {
  /** Returns the bytes of all of them, merged or not; those of vectors only if `vectors` is set. */
  countBytes: ({ db }: TxCtx, versionId: string, { vectors }: { vectors: boolean }) =>
    segmentReadingRepository.countBytes(db, versionId, { vectors }),

  /** Returns those that were added after revision `since`, up to and including revision `until`. */
  listSince: ({ db }: TxCtx, versionId: string, range: { since: number; until: number }) =>
    segmentReadingRepository.listLiveSince(db, versionId, range),

  /** Returns those that still exist, with the present location of their bytes. */
  listFacts: ({ db }: TxCtx, ids: readonly string[]) => segmentReadingRepository.listFacts(db, ids),

  /** Returns the ids of the merged lexical segments. */
  listMergedIds: ({ db }: TxCtx, versionId: string) => segmentReadingRepository.listMergedIds(db, versionId),

  /** Returns the bytes of a merged segment with its live segments, in order; undefined once it was replaced by another. */
  readMerged: ({ db }: TxCtx, id: string) => segmentReadingRepository.readMerged(db, id),

  readData: ({ db }: TxCtx, ids: readonly string[]) => segmentReadingRepository.readData(db, ids),
};

import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { SharedEnd } from '../../../../kernel/runs/index.ts';
import { type IndexVersionRow, knowledgeEvents } from '../../bases/declarations.ts';
import { findKnowledgeBaseRow, lockIndexVersion } from '../../bases/index.ts';
import { orderMerge } from '../../indexing/declarations.ts';
import { activeIndex, publishFresh, vectorStore } from '../../indexing/index.ts';
import { orderSummaryAfterImport } from '../editing/summary/order-summary.ts';
import { versionRepository } from '../kept-versions/repository.ts';
import { readingRepository } from '../media/repository.ts';
import type { PlacedChunk } from '../repository/chunks.ts';
import { importRepository } from '../repository/imports.ts';
import { type WholeDocument, wholeDocumentRepository } from '../repository/whole-documents.ts';
import { buildLexicalSegment } from '../writing/document-writer.ts';
import { buildVectorSegment } from '../writing/embed-chunks.ts';
import type { ImportWork } from './load-import-work.ts';
import type { ReadResult } from './read-document.ts';

/** An import that is complete but for its publication. */
export interface ImportEnd {
  work: ImportWork;
  read: ReadResult;
  /** The vectors of the chunks that are not stored yet; empty when there are none. */
  vectors: readonly Float32Array[];
  /** The index version whose external vector store has the vectors. */
  writtenTo?: IndexVersionRow | undefined;
}

/**
 * Chunks written by hand belong to the text that they were written for. A new text begins without them, and a note says so.
 */
const describeKeptChunks = (chunks: number, number: number): string =>
  chunks === 1
    ? `One chunk that was written by hand stayed with version ${number}.`
    : `${chunks} chunks that were written by hand stayed with version ${number}.`;

const noteHandwritten = async (tx: TxCtx, { work }: ImportEnd): Promise<void> => {
  const { id, version, shownVersion } = work.import;
  if (shownVersion === version) return;
  const before = await versionRepository.find(tx.db, id, shownVersion);
  const chunks = before?.chunks.length ?? 0;
  if (chunks > 0) await importRepository.addNote(tx.db, id, describeKeptChunks(chunks, shownVersion));
};

const toWholeDocument = (
  { work: { key, index }, read: { rest, names }, vectors }: ImportEnd,
  dims: number,
): WholeDocument => ({
  key,
  ...rest,
  segments:
    rest.chunks.length === 0
      ? []
      : [
          buildLexicalSegment(rest.chunks, index, names),
          ...(vectors.length === 0 ? [] : [buildVectorSegment(rest.chunks, vectors, dims)]),
        ],
});

/** Locks the index version that the imports were read for. Throws `index_versions.switched` if it is not the active one. */
const lockIndex = async (tx: TxCtx, ends: readonly ImportEnd[], index: IndexVersionRow) => {
  // The active version is read after the lock, although both statements leave together.
  const [revision, base] = await Promise.all([
    lockIndexVersion(tx, index.id),
    findKnowledgeBaseRow(tx, index.knowledgeBaseId),
  ]);
  if (base?.index.id !== index.id || ends.some(({ work }) => work.index.id !== index.id))
    return fail('index_versions.switched');
  return { base, revision: revision + 1 };
};

const orderSummaries = async (
  tx: TxCtx,
  shown: Awaited<ReturnType<typeof importRepository.showRead>>,
  isWanted: boolean,
): Promise<void> => {
  for (const { id, summaryKind } of shown)
    if (isWanted || summaryKind !== null) await orderSummaryAfterImport(tx, id);
};

/**
 * Stores and publishes documents as the next revision of an index version, which the caller has locked, in the place of what they had
 * published before. The first vectors determine the dimensions. Returns the chunks of their other versions, which are deleted.
 */
const publishWholeDocuments = async (
  tx: TxCtx,
  order: { indexVersionId: string; revision: number; dimensions: number | null },
  whole: readonly WholeDocument[],
): Promise<PlacedChunk[]> => {
  const [, , gone] = await Promise.all([
    wholeDocumentRepository.insertContents(tx.db, whole),
    publishFresh(
      tx,
      order,
      whole.map(({ key, segments }) => ({ importId: key.importId, segments })),
    ),
    wholeDocumentRepository.removeOtherVersions(
      tx.db,
      whole.map(({ key }) => key),
    ),
  ]);
  return gone;
};

const publishAll = async (tx: TxCtx, ends: readonly ImportEnd[], index: IndexVersionRow): Promise<void> => {
  const { base, revision } = await lockIndex(tx, ends, index);
  const { knowledgeBaseId } = index;
  const dims =
    base.index.dimensions ?? ends.find(({ vectors }) => vectors.length > 0)?.vectors[0]?.length ?? 0;
  const whole = ends.map((end) => toWholeDocument(end, dims));
  const order = { indexVersionId: index.id, revision, dimensions: dims === 0 ? null : dims };
  const [gone, shown] = await Promise.all([
    publishWholeDocuments(tx, order, whole),
    importRepository.showRead(
      tx.db,
      ends.map(({ read }) => read.facts),
    ),
    readingRepository.forget(
      tx.db,
      ends.map(({ work }) => work.import.id),
    ),
    orderMerge(tx, index.id),
    tx.emit(knowledgeEvents.documentsRead, { knowledgeBaseId }),
    activeIndex.followChanges(tx, knowledgeBaseId),
  ]);
  await vectorStore.orderChunkRemoval(tx, gone);
  for (const end of ends) {
    await noteHandwritten(tx, end);
    await vectorStore.orderProjectionIfMoved(tx, end.work.key, end.writtenTo);
  }
  await orderSummaries(tx, shown, base.base.summarize);
};

/**
 * Makes documents searchable, each as a whole, in one new revision of the search index. Each version that was read becomes the only one
 * that is shown and found.
 */
export const publishing: SharedEnd<ImportEnd> = {
  write: async (tx, ends) => {
    const [first] = ends;
    if (!first) throw new AppError('knowledge.import_not_found');
    await publishAll(tx, ends, first.work.index);
  },
};

import { saysNothingWritten } from '@atelier/contracts/content/model-errors';
import { DocumentError } from '@atelier/documents';
import { toEmbeddedText } from '@atelier/retrieval/naming';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineRun, type RunContext } from '../../../../kernel/runs/index.ts';
import { StorageError } from '../../../../kernel/storage/storage.ts';
import { knowledgeEvents, knowledgeTopic } from '../../bases/declarations.ts';
import { findKnowledgeBaseRow } from '../../bases/index.ts';
import { orderMerge } from '../../indexing/declarations.ts';
import { activeIndex, vectorStore, withdrawDocuments } from '../../indexing/index.ts';
import { orderSummaryAfterImport } from '../editing/summary/order-summary.ts';
import { readingRepository, vectorsKey } from '../media/repository.ts';
import { contentRepository } from '../repository/content.ts';
import { importRepository } from '../repository/imports.ts';
import { documentsAsSubjects, searchDocuments } from '../service/read-imports.ts';
import { cancelImport, retryImport } from '../service/retry-import.ts';
import { importRunType } from '../topic.ts';
import { storeChunks } from '../writing/document-writer.ts';
import { batchSize, embedChunks, embedTogether } from '../writing/embed-chunks.ts';
import { embeddedTitle } from '../writing/names-in.ts';
import { type ImportWork, loadImportWork } from './load-import-work.ts';
import { type ImportEnd, publishing } from './publish-imports.ts';
import { type ReadResult, readDocument } from './read-document.ts';

/** The share of an import's progress that is complete when writing to the vector store begins. */
const writingFrom = 0.9;

const showWriting = (run: RunContext) => (share: number) =>
  run.progress(writingFrom + (1 - writingFrom) * share, 'Writing to the vector store');

/** The parts that an earlier attempt has read and stored. */
const readBefore = ({ import: row, index }: ImportWork): ReadResult => {
  const { id, version: shownVersion, pageCount, chunkCount, charCount, note, encoding } = row;
  const facts = { id, shownVersion, pageCount, chunkCount, charCount, note, encoding, chunkedFor: index.id };
  return { rest: { sections: [], chunks: [] }, isWhole: false, names: null, facts };
};

/** Stores the rest of a document before its chunks are embedded, so that a retry does not read it again. */
const storeRest = (
  run: RunContext,
  { key, index }: ImportWork,
  { rest, facts, names }: ReadResult,
): Promise<void> =>
  run.write(async (tx) => {
    const { id, shownVersion: _shown, ...read } = facts;
    await contentRepository.insertSections(tx.db, key, rest.sections);
    await storeChunks(tx, key, { rows: rest.chunks, index, names });
    await importRepository.update(tx.db, id, read);
    await readingRepository.forget(tx.db, [id]);
  });

/** Gives the chunks of a document their vectors. Those of a small document are stored when it is published. */
const embed = async (
  run: RunContext,
  work: ImportWork,
  { read, modelId }: { read: ReadResult; modelId: string },
): Promise<ImportEnd> => {
  const { index } = work;
  const { chunks } = read.rest;
  if (read.isWhole && chunks.length <= batchSize && !vectorStore.isExternal(index)) {
    const { knowledgeBaseId } = index;
    const document = { key: vectorsKey(work.import, index), isPaid: work.isPaid, knowledgeBaseId, modelId };
    const title = embeddedTitle(index, work.import.name);
    const texts = chunks.map((chunk) => toEmbeddedText(chunk, title));
    const vectors = await embedTogether(run, { ...document, texts });
    return { work, read, vectors };
  }
  if (!work.isRead) await storeRest(run, work, read);
  await embedChunks(run, work, modelId);
  const writtenTo = await vectorStore.projectImport(run, work, showWriting(run));
  return { work, read: { ...read, rest: { sections: [], chunks: [] } }, vectors: [], writtenTo };
};

const handle = async (run: RunContext): Promise<null> => {
  const work = await loadImportWork(run);
  // The document is searchable already. Publishing it again would replace all its segments by the vectors, because only those would be made
  // again.
  if (work.isPublished) return null;
  const modelId = work.index.embeddingModelId;
  const read = work.isRead ? readBefore(work) : await readDocument(run, work);
  run.endWith(
    publishing,
    modelId === null ? { work, read, vectors: [] } : await embed(run, work, { read, modelId }),
  );
  return null;
};

/** If the run is stopped after it has published, the document is withdrawn. The next run reads the file from the start. */
const takeBack = async (tx: TxCtx, importId: string): Promise<void> => {
  const row = await importRepository.find(tx.db, importId);
  const base = row && (await findKnowledgeBaseRow(tx, row.import.knowledgeBaseId));
  // An earlier version that is still shown stays published.
  if (!base || row.import.shownVersion < row.import.version) return;
  const withdrawn = await withdrawDocuments(tx, base.index.id, [importId]);
  if (withdrawn === 0) return;
  await orderMerge(tx, base.index.id);
  await importRepository.update(tx.db, importId, { chunkedFor: null });
  await activeIndex.followChanges(tx, row.import.knowledgeBaseId);
  await tx.emit(knowledgeEvents.documentsRead, { knowledgeBaseId: row.import.knowledgeBaseId });
};

const explain = (error: unknown) => {
  if (error instanceof DocumentError) return { code: error.code, message: error.message, retryable: false };
  if (error instanceof StorageError) return { code: error.code, message: error.message, retryable: false };
  // A request that a model has refused would be refused again.
  if (
    error instanceof AppError &&
    (error.code === 'models.upstream_refused' || saysNothingWritten(error.code))
  )
    return { code: error.code, message: error.message, retryable: false };
  return undefined;
};

/** The run that imports one document into the search index of its knowledge base. */
export const importRun = defineRun({
  ...importRunType,
  topic: ({ scopeId }) => knowledgeTopic(scopeId),
  run: handle,
  screen: {
    subjects: documentsAsSubjects,
    search: searchDocuments,
    cancel: (ctx, { subjectId }) => cancelImport(ctx, subjectId),
    retry: (ctx, { subjectId }) => retryImport(ctx, subjectId),
  },
  explain,
  ended: async (tx, { subjectId, status }) => {
    if (status === 'COMPLETED') await orderSummaryAfterImport(tx, subjectId);
    else await takeBack(tx, subjectId);
  },
});

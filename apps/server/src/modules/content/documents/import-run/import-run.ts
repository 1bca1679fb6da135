import { DocumentError } from '@atelier/documents';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineRun, type RunContext } from '../../../../kernel/runs/index.ts';
import { StorageError } from '../../../../kernel/storage/storage.ts';
import {
  type ImportRow,
  type IndexVersionRow,
  importRepository,
  knowledgeBaseRepository,
  knowledgeTopic,
} from '../../bases/index.ts';
import {
  activeIndex,
  chunkRepository,
  orderMerge,
  segmentRepository,
  vectorStore,
} from '../../indexing/index.ts';
import { orderSummaryAfterImport } from '../editing/summary/order-summary.ts';
import { versionRepository } from '../kept-versions/repository.ts';
import { documentsAsSubjects } from '../service/documents-as-subjects.ts';
import { cancelImport, retryImport } from '../service/retry-import.ts';
import { importRunType } from '../topic.ts';
import { embedChunks } from '../writing/embed-chunks.ts';
import { loadImportWork, readDocument } from './read-document.ts';

/**
 * Chunks written by hand belong to the text that they were written for. A new text begins without them, and a note says so.
 */
const noteOf = (chunks: number, number: number): string =>
  chunks === 1
    ? `One chunk that was written by hand stayed with version ${number}.`
    : `${chunks} chunks that were written by hand stayed with version ${number}.`;

/** Makes a version the only one that is shown and found. This is the last step of an import. */
export const showVersion = async (tx: TxCtx, { id, version, shownVersion }: ImportRow): Promise<void> => {
  await importRepository.update(tx.db, id, { shownVersion: version });
  await vectorStore.orderChunkRemoval(tx, await chunkRepository.removeOtherVersions(tx.db, id, version));
  if (shownVersion === version) return;
  const before = await versionRepository.find(tx.db, id, shownVersion);
  const chunks = before?.chunks.length ?? 0;
  if (chunks > 0) await importRepository.addNote(tx.db, id, noteOf(chunks, shownVersion));
};

type Write = (tx: TxCtx) => Promise<void>;

const nothing: Write = async () => {};

/** The share of an import's progress that is complete when writing to the vector store begins. */
const writingFrom = 0.9;

const showWriting = (run: RunContext) => (share: number) =>
  run.progress(writingFrom + (1 - writingFrom) * share, 'Writing to the vector store');

const handle = async (run: RunContext): Promise<null> => {
  const work = await loadImportWork(run);
  // The document is searchable already. Publishing it again would replace all its segments by the vectors, because only those would be made
  // again.
  if (work.isPublished) return null;
  const { index, key } = work;
  let rest = work.isRead ? nothing : await readDocument(run, work);
  let writtenTo: IndexVersionRow | undefined;
  if (index.embeddingModelId !== null) {
    await run.write(rest);
    rest = nothing;
    await embedChunks(run, work, index.embeddingModelId);
    writtenTo = await vectorStore.projectImport(run, work, showWriting(run));
  }
  // The whole document becomes searchable in one transaction.
  await run.write(async (tx) => {
    await activeIndex.hold(tx, index);
    await rest(tx);
    await segmentRepository.publish(tx.db, key);
    await orderMerge(tx, index.id);
    await showVersion(tx, work.import);
    await vectorStore.orderProjectionIfMoved(tx, key, writtenTo);
    await activeIndex.followChanges(tx, index.knowledgeBaseId);
  });
  return null;
};

/** If the run is stopped after it has published, the document is withdrawn. The next run reads the file from the start. */
const takeBack = async (tx: TxCtx, importId: string): Promise<void> => {
  const row = await importRepository.find(tx.db, importId);
  const base = row && (await knowledgeBaseRepository.find(tx.db, row.import.knowledgeBaseId));
  // An earlier version that is still shown stays published.
  if (!base || row.import.shownVersion < row.import.version) return;
  const withdrawn = await segmentRepository.withdraw(tx.db, base.index.id, [importId]);
  if (withdrawn === 0) return;
  await orderMerge(tx, base.index.id);
  await importRepository.update(tx.db, importId, { chunkedFor: null });
  await activeIndex.followChanges(tx, row.import.knowledgeBaseId);
};

const explain = (error: unknown) => {
  if (error instanceof DocumentError) return { code: error.code, message: error.message, retryable: false };
  if (error instanceof StorageError) return { code: error.code, message: error.message, retryable: false };
  // A request that a model has refused would be refused again.
  if (error instanceof AppError && error.code === 'models.upstream_refused')
    return { code: error.code, message: error.message, retryable: false };
  return undefined;
};

/** The run that imports one document into the search index of its knowledge base. */
export const importRun = defineRun({
  ...importRunType,
  isAnnounced: true,
  topic: ({ scopeId }) => knowledgeTopic(scopeId),
  run: handle,
  screen: {
    subjects: documentsAsSubjects,
    cancel: (ctx, { subjectId }) => cancelImport(ctx, subjectId),
    retry: (ctx, { subjectId }) => retryImport(ctx, subjectId),
  },
  explain,
  ended: async (tx, { subjectId, status }) => {
    if (status === 'COMPLETED') await orderSummaryAfterImport(tx, subjectId);
    else await takeBack(tx, subjectId);
  },
});

import { DocumentError } from '@atelier/documents';
import type { TxCtx } from '../../../kernel/context.ts';
import { AppError } from '../../../kernel/errors.ts';
import { defineRun, type RunHandle } from '../../../kernel/runs/index.ts';
import { StorageError } from '../../../kernel/storage.ts';
import { showVersion } from '../editing/show-version.ts';
import { orderSummaryAfterImport } from '../editing/summary/order-summary.ts';
import { followChanges } from '../index-versions/follow-changes.ts';
import { holdActive } from '../index-versions/lock-versions.ts';
import { orderMerge } from '../merging/order-merge.ts';
import { importRepository } from '../repository/imports.ts';
import { knowledgeBaseRepository } from '../repository/knowledge-bases.ts';
import { segmentRepository } from '../repository/segments.ts';
import type { IndexVersionRow } from '../tables.ts';
import { importRunKind, knowledgeTopic } from '../topic.ts';
import { orderProjectionIfMoved } from '../vector-store/project-document.ts';
import { projectImport } from '../vector-store/project-import.ts';
import { embedChunks } from './embed-chunks.ts';
import { loadImportWork } from './import-work.ts';
import { readDocument } from './read-document.ts';

type Write = (tx: TxCtx) => Promise<void>;

const nothing: Write = async () => {};

const handle = async (run: RunHandle): Promise<undefined> => {
  if (run.checkpoint['published'] === true) return;
  const work = await loadImportWork(run);
  const { index, place } = work;
  let rest = work.import.chunkedFor === index.id ? nothing : await readDocument(run, work);
  let writtenTo: IndexVersionRow | undefined;
  if (index.embeddingModelId !== null) {
    await run.step(rest);
    rest = nothing;
    await embedChunks(run, work, index.embeddingModelId);
    writtenTo = await projectImport(run, work);
  }
  // Everything becomes searchable at once, or nothing.
  await run.saveCheckpoint({ published: true }, async (tx) => {
    await holdActive(tx, index);
    await rest(tx);
    await segmentRepository.publish(tx.db, place);
    await orderMerge(tx, index.id);
    await showVersion(tx, work.import);
    await orderProjectionIfMoved(tx, place, writtenTo);
    await followChanges(tx, index.knowledgeBaseId);
  });
};

/** A run that was stopped after it had published takes back what it showed; the next one reads the file anew. */
const takeBack = async (tx: TxCtx, importId: string): Promise<void> => {
  const row = await importRepository.find(tx.db, importId);
  const base = row && (await knowledgeBaseRepository.find(tx.db, row.import.knowledgeBaseId));
  // What an earlier version shows stays.
  if (!base || row.import.shownVersion < row.import.version) return;
  const withdrawn = await segmentRepository.withdraw(tx.db, base.index.id, [importId]);
  if (withdrawn === 0) return;
  await orderMerge(tx, base.index.id);
  await importRepository.update(tx.db, importId, { chunkedFor: null });
  await followChanges(tx, row.import.knowledgeBaseId);
};

const explain = (error: unknown) => {
  if (error instanceof DocumentError) return { code: error.code, message: error.message, retryable: false };
  if (error instanceof StorageError) return { code: error.code, message: error.message, retryable: false };
  // What a model refused once it refuses again.
  if (error instanceof AppError && error.code === 'models.upstream_refused')
    return { code: error.code, message: error.message, retryable: false };
  return undefined;
};

/** Reads one document into the search index of its knowledge base. */
export const importRun = defineRun({
  kind: importRunKind,
  topic: ({ input }) => knowledgeTopic(String(input['knowledgeBaseId'])),
  handle,
  explain,
  finished: async (tx, { subjectId, status }) => {
    if (status === 'COMPLETED') await orderSummaryAfterImport(tx, subjectId);
    else await takeBack(tx, subjectId);
  },
});

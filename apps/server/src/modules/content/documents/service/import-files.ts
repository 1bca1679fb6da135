import { DocumentLabels, type KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { isRecording } from '@atelier/contracts/content/documents/document-position';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Part } from '../../../../kernel/module/exchange.ts';
import { getImports, getKnowledgeBaseRow } from '../../bases/index.ts';
import { discardUploads, type StoredUpload, storeUpload } from '../../files/index.ts';
import { findTranscriptionModel } from '../../models/index.ts';
import { addImports } from './add-imports.ts';
import { removeImports } from './remove-imports.ts';

const mostFiles = 1000;
const largestBatch = 50;
const mebibyte = 1024 * 1024;

/** The state of an upload while it is being received. */
interface Upload {
  /** Determined once for all files; undefined until the first recording arrives. */
  canTranscribe: Promise<boolean> | undefined;
  knowledgeBaseId: string | undefined;
  labels: DocumentLabels;
  files: number;
  /** Stored files without a row. The form may name the knowledge base after the files, and rows are inserted in batches. */
  waiting: StoredUpload[];
  /** One import id for each file, in the order sent. */
  importIds: string[];
  /** The imports that this upload created. */
  made: string[];
  /** Settles when the current batch of rows is inserted. The next file is received meanwhile. */
  adding: Promise<void>;
  isAdding: boolean;
}

const addBatch = async (ctx: Ctx, form: Upload, knowledgeBaseId: string): Promise<void> => {
  const batch = form.waiting.slice(0, largestBatch);
  const added = await addImports(ctx, { knowledgeBaseId, labels: form.labels }, batch);
  form.waiting.splice(0, batch.length);
  form.importIds.push(...added.map(({ importId }) => importId));
  form.made.push(...added.flatMap(({ importId, outcome }) => (outcome === 'made' ? importId : [])));
  await discardUploads(
    ctx,
    batch.filter((_upload, at) => added[at]?.outcome !== 'made'),
  );
};

const addWaiting = async (ctx: Ctx, form: Upload, knowledgeBaseId: string): Promise<void> => {
  form.isAdding = true;
  try {
    while (form.waiting.length > 0) await addBatch(ctx, form, knowledgeBaseId);
  } finally {
    form.isAdding = false;
  }
};

/** Inserts the waiting rows while the upload goes on. */
const startAdding = (ctx: Ctx, form: Upload): void => {
  const { knowledgeBaseId } = form;
  if (knowledgeBaseId === undefined || form.isAdding || form.waiting.length === 0) return;
  form.adding = form.adding.then(() => addWaiting(ctx, form, knowledgeBaseId));
  // The failure is delivered to whoever awaits the promise. Until then it must not count as unhandled.
  form.adding.catch(() => undefined);
};

/** Refuses a recording before it is stored if it could not be transcribed. */
const checkReadable = async (ctx: Ctx, form: Upload, filename: string): Promise<void> => {
  if (!isRecording(filename)) return;
  form.canTranscribe ??= findTranscriptionModel(ctx).then((model) => model !== undefined);
  if (!(await form.canTranscribe)) fail('knowledge.transcription_unavailable');
};

const receiveFile = async (ctx: Ctx, form: Upload, part: Extract<Part, { kind: 'file' }>): Promise<void> => {
  if (form.files >= mostFiles) fail('knowledge.too_many_files');
  form.files += 1;
  await checkReadable(ctx, form, part.filename);
  const outcome = await storeUpload(ctx, part);
  if (outcome.kind === 'too-large') {
    const { name, maxBytes } = outcome;
    const limit = Math.floor(maxBytes / mebibyte);
    const message = `“${name}” is larger than the limit of ${limit} MB. Please split it or ask your operator to raise the limit.`;
    throw new AppError('knowledge.file_too_large', { name, maxBytes }, { message });
  }
  form.waiting.push(outcome.upload);
  startAdding(ctx, form);
};

const labelFields = new Set(['documentType', 'language', 'category']);

/** A field applies to all files that follow it in the form. The field for categories may be repeated. */
const withLabel = (
  labels: DocumentLabels,
  { name, value }: { name: string; value: string },
): DocumentLabels => {
  const named = name === 'category' ? { categories: [...labels.categories, value] } : { [name]: value };
  const read = DocumentLabels.safeParse({ ...labels, ...named });
  return read.success ? read.data : fail('knowledge.labels_invalid');
};

const receiveField = async (
  ctx: Ctx,
  form: Upload,
  field: { name: string; value: string },
): Promise<void> => {
  const { name, value } = field;
  if (name === 'tenantId' && value !== ctx.tenantId) fail('auth.tenant_mismatch');
  if (labelFields.has(name)) form.labels = withLabel(form.labels, field);
  if (name !== 'knowledgeBaseId' || form.knowledgeBaseId === value) return;
  if (form.knowledgeBaseId !== undefined) fail('knowledge.knowledge_base_missing');
  await ctx.tx((tx) => getKnowledgeBaseRow(tx, value));
  form.knowledgeBaseId = value;
  startAdding(ctx, form);
};

const receiveAll = async (ctx: Ctx, form: Upload, parts: AsyncIterable<Part>): Promise<void> => {
  for await (const part of parts) {
    if (part.kind === 'file') await receiveFile(ctx, form, part);
    else await receiveField(ctx, form, part);
  }
  if (form.knowledgeBaseId === undefined) fail('knowledge.knowledge_base_missing');
  if (form.files === 0) fail('knowledge.no_files');
  await form.adding;
};

/** Removes what a failed upload had added, so that the sender can send everything again. */
const undo = async (ctx: Ctx, form: Upload): Promise<void> => {
  await form.adding.catch(() => undefined);
  await discardUploads(ctx, form.waiting);
  if (form.made.length > 0) await removeImports(ctx, form.made);
};

/**
 * Receives files into a knowledge base. Each is queued as soon as its bytes are stored, but either all files of the form
 * are taken or none. A file that exists already, with the same name and content, is not added again. Throws
 * `knowledge.not_found`, `knowledge.knowledge_base_missing`, `knowledge.no_files`, `knowledge.too_many_files`,
 * `knowledge.file_too_large`, `knowledge.labels_invalid`, `knowledge.transcription_unavailable`, `billing.plan_limit`,
 * `storage.full`, `auth.tenant_mismatch`.
 */
export const importFiles = async (ctx: Ctx, parts: AsyncIterable<Part>): Promise<KnowledgeImport[]> => {
  const form: Upload = {
    canTranscribe: undefined,
    knowledgeBaseId: undefined,
    labels: DocumentLabels.parse({}),
    files: 0,
    waiting: [],
    importIds: [],
    made: [],
    adding: Promise.resolve(),
    isAdding: false,
  };
  try {
    await receiveAll(ctx, form, parts);
  } catch (error) {
    await undo(ctx, form);
    throw error;
  }
  return getImports(ctx, form.importIds);
};

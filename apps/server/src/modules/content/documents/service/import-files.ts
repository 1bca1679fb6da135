import { DocumentLabels, type KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { isRecording } from '@atelier/contracts/content/documents/document-position';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Part } from '../../../../kernel/module/exchange.ts';
import { orderRun } from '../../../../kernel/runs/index.ts';
import { checkPlanLimit } from '../../../money/billing/index.ts';
import {
  getKnowledgeBaseRow,
  importRepository,
  knowledgeBaseRepository,
  knowledgeTopic,
} from '../../bases/index.ts';
import { createFile, discardUploads, type StoredUpload, storeUpload } from '../../files/index.ts';
import { findTranscriptionModel } from '../../models/index.ts';
import { importStatusOf } from '../import-status.ts';
import { isRetryable } from '../policy.ts';
import { importRunType } from '../topic.ts';
import { getImports } from './read-imports.ts';
import { removeImports } from './remove-imports.ts';
import { lockImport, orderAgain } from './retry-import.ts';
import { measureDocuments } from './stored-documents.ts';

const mostFiles = 1000;
const largestBatch = 50;
const mebibyte = 1024 * 1024;

/** A file whose bytes are stored, with the labels that the form gave it. */
interface NewImport {
  upload: StoredUpload;
  labels: DocumentLabels;
}

/**
 * The outcome for one upload. `again` and `unchanged` mean that the knowledge base already held this file, so the new bytes
 * are not needed.
 */
export interface AddedImport {
  importId: string;
  outcome: 'made' | 'again' | 'unchanged';
}

/** Keeps the existing file, and retries its import if it had failed. */
const keepSame = async (tx: TxCtx, importId: string): Promise<AddedImport> => {
  const { import: row, run } = await lockImport(tx, importId);
  if (isRetryable(importStatusOf(run))) {
    await orderAgain(tx, row);
    return { importId, outcome: 'again' };
  }
  await knowledgeBaseRepository.countUnchanged(tx.db, row.knowledgeBaseId);
  await tx.audit('knowledge.import_unchanged', importId, { name: row.name });
  return { importId, outcome: 'unchanged' };
};

const addOne = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  { upload, labels }: NewImport,
): Promise<AddedImport> => {
  const { name, size, sha256 } = upload;
  const same = await importRepository.findSame(tx.db, { knowledgeBaseId, name, sha256 });
  if (same) return keepSame(tx, same);
  const id = newId('imp');
  const fileId = await createFile(tx, upload);
  const runId = await orderRun(tx, importRunType, { subjectId: id, scopeId: knowledgeBaseId, input: {} });
  const row = { id, knowledgeBaseId, fileId, name, type: 'FILE' as const, size, sha256, runId, ...labels };
  await importRepository.insert(tx.db, row);
  await tx.audit('knowledge.import_added', id, { name, size });
  await tx.signal(knowledgeTopic(knowledgeBaseId), id);
  return { importId: id, outcome: 'made' };
};

/**
 * Creates imports for stored files and queues them, all in one transaction. Returns one outcome for each file, in order.
 * Throws `billing.plan_limit` when the plan's limit would be exceeded.
 */
const addImports = (ctx: Ctx, knowledgeBaseId: string, files: readonly NewImport[]): Promise<AddedImport[]> =>
  ctx.tx(async (tx) => {
    const contents = files.map(({ upload }) => upload);
    await importRepository.lockContents(tx.db, knowledgeBaseId, contents);
    const added: AddedImport[] = [];
    for (const file of files) added.push(await addOne(tx, knowledgeBaseId, file));
    // The limit is checked after adding. If it is exceeded, the transaction rolls everything back.
    if (added.some(({ outcome }) => outcome === 'made'))
      await checkPlanLimit(tx, 'storageBytes', async () => (await measureDocuments(tx)).bytes, 0);
    await knowledgeBaseRepository.touch(tx.db, knowledgeBaseId);
    return added;
  });

/** Adds the files of a form to a knowledge base, in batches, while the next file is being received. */
class Adding {
  readonly #ctx: Ctx;
  readonly knowledgeBaseId: string;
  readonly #waiting: NewImport[] = [];
  readonly #added: AddedImport[] = [];
  /** Settles when everything is added that was waiting. */
  #work: Promise<void> = Promise.resolve();
  #isBusy = false;

  constructor(ctx: Ctx, knowledgeBaseId: string) {
    this.#ctx = ctx;
    this.knowledgeBaseId = knowledgeBaseId;
  }

  add(file: NewImport): void {
    this.#waiting.push(file);
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#work = this.#work.then(() => this.#addAll());
    // Whoever awaits the promise gets the failure. Until then it must not count as unhandled.
    this.#work.catch(() => undefined);
  }

  /** Returns one import id for each file, in the order sent. */
  async finish(): Promise<string[]> {
    await this.#work;
    return this.#added.map(({ importId }) => importId);
  }

  /** Removes what was added, so that the sender can send everything again. */
  async undo(): Promise<void> {
    await this.#work.catch(() => undefined);
    await discardUploads(
      this.#ctx,
      this.#waiting.map(({ upload }) => upload),
    );
    const made = this.#added.flatMap(({ importId, outcome }) => (outcome === 'made' ? importId : []));
    if (made.length > 0) await removeImports(this.#ctx, made);
  }

  async #addAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, largestBatch);
      const added = await addImports(this.#ctx, this.knowledgeBaseId, batch);
      this.#waiting.splice(0, batch.length);
      this.#added.push(...added);
      const unused = batch.filter((_file, at) => added[at]?.outcome !== 'made');
      await discardUploads(
        this.#ctx,
        unused.map(({ upload }) => upload),
      );
    }
    this.#isBusy = false;
  }
}

/** Refuses a recording before it is stored if it could not be transcribed. */
const checkReadable = async (ctx: Ctx, filename: string): Promise<void> => {
  if (isRecording(filename) && !(await findTranscriptionModel(ctx)))
    fail('knowledge.transcription_unavailable');
};

const store = async (ctx: Ctx, part: Extract<Part, { kind: 'file' }>): Promise<StoredUpload> => {
  await checkReadable(ctx, part.filename);
  const outcome = await storeUpload(ctx, part);
  if (outcome.kind !== 'too-large') return outcome.upload;
  const { name, maxBytes } = outcome;
  const limit = Math.floor(maxBytes / mebibyte);
  const message = `“${name}” is larger than the limit of ${limit} MB. Please split it or ask your operator to raise the limit.`;
  throw new AppError('knowledge.file_too_large', { name, maxBytes }, { message });
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

/** The fields of a form that have arrived so far. Labels apply to the files that follow them. */
interface Form {
  /** Undefined until the form has named the knowledge base. */
  adding: Adding | undefined;
  labels: DocumentLabels;
  files: number;
}

const receiveField = async (ctx: Ctx, form: Form, field: { name: string; value: string }): Promise<void> => {
  const { name, value } = field;
  if (name === 'tenantId' && value !== ctx.tenantId) fail('auth.tenant_mismatch');
  if (labelFields.has(name)) form.labels = withLabel(form.labels, field);
  if (name !== 'knowledgeBaseId' || form.adding?.knowledgeBaseId === value) return;
  if (form.adding) fail('knowledge.knowledge_base_missing');
  await ctx.tx((tx) => getKnowledgeBaseRow(tx, value));
  form.adding = new Adding(ctx, value);
};

const receiveAll = async (ctx: Ctx, form: Form, parts: AsyncIterable<Part>): Promise<string[]> => {
  for await (const part of parts) {
    if (part.kind === 'field') {
      await receiveField(ctx, form, part);
      continue;
    }
    const adding = form.adding ?? fail('knowledge.knowledge_base_missing');
    if (form.files >= mostFiles) fail('knowledge.too_many_files');
    form.files += 1;
    adding.add({ upload: await store(ctx, part), labels: form.labels });
  }
  const adding = form.adding ?? fail('knowledge.knowledge_base_missing');
  return form.files === 0 ? fail('knowledge.no_files') : adding.finish();
};

/**
 * Receives files into a knowledge base. The form names it before the first file. Each file is queued as
 * soon as its bytes are stored, but either all files of the form are taken or none. A file that exists already, with the same name and content, is not added again. Throws
 * `knowledge.not_found`, `knowledge.knowledge_base_missing`, `knowledge.no_files`, `knowledge.too_many_files`,
 * `knowledge.file_too_large`, `knowledge.labels_invalid`, `knowledge.transcription_unavailable`, `billing.plan_limit`,
 * `storage.full`, `auth.tenant_mismatch`.
 */
export const importFiles = async (ctx: Ctx, parts: AsyncIterable<Part>): Promise<KnowledgeImport[]> => {
  const form: Form = { adding: undefined, labels: DocumentLabels.parse({}), files: 0 };
  try {
    return await getImports(ctx, await receiveAll(ctx, form, parts));
  } catch (error) {
    await form.adding?.undo();
    throw error;
  }
};

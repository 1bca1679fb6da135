import { DocumentLabels, type KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { isRecording } from '@atelier/contracts/content/documents/document-position';
import { explainUnreadable } from '@atelier/documents/unreadable-types';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Part } from '../../../../kernel/module/part.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { discardUploads, type StoredUpload, storeUpload } from '../../files/index.ts';
import { transcription } from '../../models/index.ts';
import { presentImport } from '../present.ts';
import { type AddedImport, addImports, type NewImport } from './add-imports.ts';
import { removeImports } from './remove-imports.ts';

const mostFiles = 1000;
const largestBatch = 100;
/** The most files of a form whose bytes have arrived and that are not added yet. */
const mostOpen = 100;
const mebibyte = 1024 * 1024;

/** Refuses a file before it is stored if its name tells that it could not be read. */
const checkReadable = async (ctx: Ctx, filename: string): Promise<void> => {
  const message = explainUnreadable(filename);
  if (message !== undefined) throw new AppError('knowledge.file_unreadable', { name: filename }, { message });
  if (isRecording(filename) && !(await transcription.findModel(ctx)))
    fail('knowledge.transcription_unavailable');
};

const store = async (
  ctx: Ctx,
  part: Extract<Part, { kind: 'file' }>,
  onArrived: () => void,
): Promise<StoredUpload> => {
  await checkReadable(ctx, part.filename);
  const outcome = await storeUpload(ctx, part, onArrived);
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

/** A file whose bytes have arrived; `file` is set when they are durable. */
interface Received {
  storing: Promise<StoredUpload>;
  file?: NewImport;
}

/** The part of a form that has arrived so far. Its files are added in batches, while the next ones are being received. */
interface Form {
  /** Undefined until the form has named it. */
  knowledgeBaseId: string | undefined;
  /** Labels apply to the files that follow them. */
  labels: DocumentLabels;
  files: number;
  /** The files that are not added yet, in the order in which they were sent. */
  received: Received[];
  added: AddedImport[];
  /** Settles when all received files have been added. */
  work: Promise<void>;
  isBusy: boolean;
  /** True when nothing more is to be added. */
  isUndone: boolean;
}

const newForm = (): Form => ({
  ...{ knowledgeBaseId: undefined, labels: DocumentLabels.parse({}), files: 0 },
  ...{ received: [], added: [], work: Promise.resolve(), isBusy: false, isUndone: false },
});

const receiveField = async (ctx: Ctx, form: Form, field: { name: string; value: string }): Promise<void> => {
  const { name, value } = field;
  if (labelFields.has(name)) form.labels = withLabel(form.labels, field);
  if (name !== 'knowledgeBaseId' || form.knowledgeBaseId === value) return;
  if (form.knowledgeBaseId !== undefined) fail('knowledge.knowledge_base_missing');
  await ctx.read((tx) => getKnowledgeBaseRow(tx, value));
  form.knowledgeBaseId = value;
};

/** Returns the first files of the form, up to the first one whose bytes are not stored durably yet. */
const listStored = ({ received, isUndone }: Form): NewImport[] => {
  if (isUndone) return [];
  const waiting = received.findIndex(({ file }) => file === undefined);
  const stored = received.slice(0, Math.min(waiting < 0 ? Infinity : waiting, largestBatch));
  return stored.flatMap(({ file }) => file ?? []);
};

const addStored = async (ctx: Ctx, form: Form): Promise<void> => {
  const { knowledgeBaseId = fail('knowledge.knowledge_base_missing') } = form;
  try {
    // Files that became durable together are added together.
    await new Promise((resolve) => setImmediate(resolve));
    for (let files = listStored(form); files.length > 0; files = listStored(form)) {
      const added = await addImports({ ctx, knowledgeBaseId, files });
      form.received.splice(0, files.length);
      form.added.push(...added);
      const unused = files.filter((_file, at) => added[at]?.outcome !== 'made');
      await discardUploads(
        ctx,
        unused.map(({ upload }) => upload),
      );
    }
  } finally {
    form.isBusy = false;
  }
};

const addSoon = (ctx: Ctx, form: Form): void => {
  if (form.isBusy) return;
  form.isBusy = true;
  form.work = form.work.then(() => addStored(ctx, form));
  // The failure is thrown where the promise is awaited. Until then it must not count as unhandled.
  form.work.catch(() => undefined);
};

/**
 * Receives a file. When its last byte has arrived, the next file may be received, while this one is made durable and added. Throws the
 * failures of storing and adding.
 */
const receiveFile = async (ctx: Ctx, form: Form, part: Extract<Part, { kind: 'file' }>): Promise<void> => {
  if (form.knowledgeBaseId === undefined) fail('knowledge.knowledge_base_missing');
  if (form.files >= mostFiles) fail('knowledge.too_many_files');
  form.files += 1;
  const { labels } = form;
  const arrived = Promise.withResolvers<void>();
  const received: Received = { storing: store(ctx, part, arrived.resolve) };
  form.received.push(received);
  await Promise.race([arrived.promise, received.storing]);
  received.storing.then(
    (upload) => {
      received.file = { upload, labels };
      addSoon(ctx, form);
    },
    () => addSoon(ctx, form),
  );
  if (form.received.length < mostOpen) return;
  await form.received[0]?.storing;
  await form.work;
};

/** Waits until all files of a form are added. */
const finish = async (ctx: Ctx, form: Form): Promise<void> => {
  if (form.knowledgeBaseId === undefined) fail('knowledge.knowledge_base_missing');
  if (form.files === 0) fail('knowledge.no_files');
  await Promise.all(form.received.map(({ storing }) => storing));
  addSoon(ctx, form);
  await form.work;
};

/** Removes the added files, so that the sender can send everything again. */
const undo = async (ctx: Ctx, form: Form): Promise<void> => {
  form.isUndone = true;
  await form.work.catch(() => undefined);
  const stored = await Promise.allSettled(form.received.map(({ storing }) => storing));
  await discardUploads(
    ctx,
    stored.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
  );
  const made = form.added.flatMap(({ import: row, outcome }) => (outcome === 'made' ? row.import.id : []));
  if (made.length > 0) await removeImports(ctx, made);
};

/**
 * Receives files into a knowledge base. The form names it before the first file. Each file is queued as
 * soon as its bytes are stored, but either all files of the form are taken or none. A file that exists already, with the same name and content, is not added again. Throws
 * `knowledge.not_found`, `knowledge.knowledge_base_missing`, `knowledge.no_files`, `knowledge.too_many_files`,
 * `knowledge.file_too_large`, `knowledge.file_unreadable`, `knowledge.labels_invalid`, `knowledge.transcription_unavailable`, `billing.plan_limit`,
 * `storage.full`.
 */
export const importFiles = async (ctx: Ctx, parts: AsyncIterable<Part>): Promise<KnowledgeImport[]> => {
  const form = newForm();
  try {
    for await (const part of parts)
      await (part.kind === 'field' ? receiveField(ctx, form, part) : receiveFile(ctx, form, part));
    await finish(ctx, form);
    return form.added.map((added) => presentImport(ctx, added.import));
  } catch (error) {
    await undo(ctx, form);
    throw error;
  }
};

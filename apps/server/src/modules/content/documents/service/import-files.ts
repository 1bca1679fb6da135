import { DocumentLabels, type KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { isRecording } from '@atelier/contracts/content/documents/document-position';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Part } from '../../../../kernel/module/part.ts';
import { getKnowledgeBaseRow, type ImportWithRun } from '../../bases/index.ts';
import { type StoredUpload, storeUpload } from '../../files/index.ts';
import { transcription } from '../../models/index.ts';
import { presentImport } from '../present.ts';
import { AddingUploads } from './add-uploads.ts';

const mostFiles = 1000;
const mebibyte = 1024 * 1024;

/** Refuses a recording before it is stored if it could not be transcribed. */
const checkReadable = async (ctx: Ctx, filename: string): Promise<void> => {
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

/** The fields of a form that have arrived so far. Labels apply to the files that follow them. */
interface Form {
  /** Undefined until the form has named the knowledge base. */
  adding: AddingUploads | undefined;
  labels: DocumentLabels;
  files: number;
}

const receiveField = async (ctx: Ctx, form: Form, field: { name: string; value: string }): Promise<void> => {
  const { name, value } = field;
  if (labelFields.has(name)) form.labels = withLabel(form.labels, field);
  if (name !== 'knowledgeBaseId' || form.adding?.knowledgeBaseId === value) return;
  if (form.adding) fail('knowledge.knowledge_base_missing');
  await ctx.readAtOnce((tx) => getKnowledgeBaseRow(tx, value));
  form.adding = new AddingUploads(ctx, value);
};

const receiveAll = async (ctx: Ctx, form: Form, parts: AsyncIterable<Part>): Promise<ImportWithRun[]> => {
  for await (const part of parts) {
    if (part.kind === 'field') {
      await receiveField(ctx, form, part);
      continue;
    }
    const adding = form.adding ?? fail('knowledge.knowledge_base_missing');
    if (form.files >= mostFiles) fail('knowledge.too_many_files');
    form.files += 1;
    await adding.receive((onArrived) => store(ctx, part, onArrived), form.labels);
  }
  const adding = form.adding ?? fail('knowledge.knowledge_base_missing');
  return form.files === 0 ? fail('knowledge.no_files') : adding.finish();
};

/**
 * Receives files into a knowledge base. The form names it before the first file. Each file is queued as
 * soon as its bytes are stored, but either all files of the form are taken or none. A file that exists already, with the same name and content, is not added again. Throws
 * `knowledge.not_found`, `knowledge.knowledge_base_missing`, `knowledge.no_files`, `knowledge.too_many_files`,
 * `knowledge.file_too_large`, `knowledge.labels_invalid`, `knowledge.transcription_unavailable`, `billing.plan_limit`,
 * `storage.full`.
 */
export const importFiles = async (ctx: Ctx, parts: AsyncIterable<Part>): Promise<KnowledgeImport[]> => {
  const form: Form = { adding: undefined, labels: DocumentLabels.parse({}), files: 0 };
  try {
    return (await receiveAll(ctx, form, parts)).map((row) => presentImport(ctx, row));
  } catch (error) {
    await form.adding?.undo();
    throw error;
  }
};

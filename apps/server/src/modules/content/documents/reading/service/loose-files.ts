import type { ShownFile } from '@atelier/contracts/assistants/chat/shown-file';
import { Chunking } from '@atelier/contracts/content/bases/chunking-shapes';
import type { DocumentSection } from '@atelier/contracts/content/bases/import-shapes';
import { blockSeparator, DocumentError, parseExtension } from '@atelier/documents';
import type { AppError } from '../../../../../kernel/base/errors.ts';
import { createBreather } from '../../../../../kernel/compute/breather.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import {
  type Download,
  type FileRow,
  openDownload,
  openPart,
  pathOfFile,
  wantedRange,
} from '../../../files/index.ts';
import { parsers } from '../../import-run/read-document.ts';
import type { LooseText } from '../../shapes.ts';
import type { NewChunk, NewSection } from '../../tables.ts';
import { createDocumentWriter } from '../../writing/document-writer.ts';
import { citedSource } from './read-document.ts';

/** The files that are accepted for preview (RECORD-17). Every other one is downloaded. */
const shown: ReadonlySet<string> = new Set([
  ...['pdf', 'csv', 'docx', 'xlsx', 'txt', 'pptx', 'json', 'ppt', 'png', 'doc', 'xls', 'jpg', 'jpeg'],
]);
const pictures: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg']);

const mostCharacters = 200_000;
const patienceMs = 60_000;

/** Makes the failure of a file that is not shown; without a message, its own. */
type Refusal = (message?: string) => AppError;

/** Reads the text of a file in a parser process, a section for each page or sheet. Throws what `refuse` makes. */
const readSections = async (
  ctx: Ctx,
  file: FileRow,
  refuse: Refusal,
): Promise<Pick<ShownFile, 'sections' | 'isWhole'>> => {
  const { name } = file;
  const path = await pathOfFile(ctx, file);
  const sections: DocumentSection[] = [];
  let length = 0;
  const job = { path, name, owner: ctx.tenantId, signal: AbortSignal.timeout(patienceMs) };
  try {
    for await (const { text, page = null, unread } of ctx.use(parsers.forPreviews).parse(job)) {
      if (unread !== undefined || text === '') continue;
      if (length > mostCharacters) return { sections, isWhole: false };
      const last = sections.at(-1);
      if (last && last.page === page) last.text += blockSeparator + text;
      else sections.push({ ordinal: sections.length, page, second: null, start: length, text });
      length += text.length + blockSeparator.length;
    }
  } catch (error) {
    if (error instanceof DocumentError) throw refuse(`${error.message} You can still download it.`);
    throw error;
  }
  if (sections.length === 0) throw refuse('It has no text that could be shown. Please download it.');
  return { sections, isWhole: true };
};

/** Reads how a file that belongs to no knowledge base is shown to a member. Throws what `refuse` makes. */
export const showLooseFile = async (
  ctx: Ctx,
  { file, as }: { file: FileRow; as: 'FILE' | 'TEXT' },
  refuse: Refusal,
): Promise<ShownFile> => {
  const extension = parseExtension(file.name);
  if (!shown.has(extension)) throw refuse();
  const form = pictures.has(extension) ? 'PICTURE' : citedSource.formOf(file.name);
  const isItself = form === 'PICTURE' || (form === 'PDF' && as === 'FILE');
  if (isItself) return { form, fileBytes: file.size, sections: [], isWhole: true };
  return { form, fileBytes: null, ...(await readSections(ctx, file, refuse)) };
};

/** Bytes that no browser shows by themselves. */
const plain = 'application/octet-stream';

/** Opens a file as a download, or the range of its bytes that the header names, for a page that draws it. */
export const openLooseFile = async (
  ctx: Ctx,
  file: FileRow,
  rangeHeader: string | undefined,
): Promise<{
  status: number;
  type: string;
  headers: Record<string, string>;
  body: Download['body'] | '';
}> => {
  const range = wantedRange(rangeHeader);
  const last = file.size - 1;
  if (range === undefined) return { status: 200, ...(await openDownload(ctx, file)) };
  if (range.start > last)
    return { status: 416, type: plain, body: '', headers: { 'content-range': `bytes */${file.size}` } };
  const bytes = { start: range.start, end: Math.min(range.end ?? last, last) };
  return { status: 206, ...(await openPart(ctx, file, { type: plain, range: bytes })) };
};

interface LooseFile {
  path: string;
  name: string;
  /** More text than this is not read. */
  mostCharacters: number;
}

/** Nothing of a loose file is stored under this key. */
const nowhere = { importId: '', indexVersionId: '', documentVersion: 1 };
/** A single file is searched alone, so that its names distinguish nothing. */
const index = { chunking: Chunking.parse({}), language: 'english' as const, format: 1 };

/**
 * Reads a file in a parser process, and cuts it into sections and chunks without storing them. Returns undefined when it has more text than
 * it may have. Pictures and recordings, which only a model can read, are left out. Throws DocumentError, also for a file without text.
 */
export const readLooseFile = async (
  ctx: Ctx,
  { path, name, mostCharacters }: LooseFile,
  signal: AbortSignal,
): Promise<LooseText | undefined> => {
  const writer = createDocumentWriter(nowhere, index, name);
  const breathe = createBreather();
  const sections: NewSection[] = [];
  const chunks: NewChunk[] = [];
  const goThrough = async (steps: Iterable<unknown>) => {
    const each = steps[Symbol.iterator]();
    while (!each.next().done) await breathe();
    const taken = writer.take();
    sections.push(...taken.sections);
    chunks.push(...taken.chunks);
  };
  const blocks = ctx.use(parsers.forVisitors).parse({ path, name, owner: ctx.tenantId, signal });
  for await (const { unread, ...block } of blocks) {
    if (unread === undefined) await goThrough(writer.push(block));
    if (writer.facts.charCount > mostCharacters) return undefined;
  }
  await goThrough(writer.end());
  if (writer.facts.charCount === 0)
    throw new DocumentError('documents.no_text', 'only what a model can read');
  return { sections, chunks, characters: writer.facts.charCount };
};

// Files that belong to no knowledge base: those of visitors, of records and of runs.

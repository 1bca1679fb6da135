import type { ShownFile } from '@atelier/contracts/assistants/chat/shown-file';
import type { DocumentSection } from '@atelier/contracts/content/bases/import-shapes';
import { blockSeparator, DocumentError, parseExtension } from '@atelier/documents';
import type { AppError } from '../../../../../kernel/base/errors.ts';
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

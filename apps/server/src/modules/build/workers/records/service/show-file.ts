import type { ShownFile } from '@atelier/contracts/build/workers/record-shapes';
import type { DocumentSection } from '@atelier/contracts/content/bases/import-shapes';
import { blockSeparator, DocumentError, extensionOf } from '@atelier/documents';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { citedSource, parsers } from '../../../../content/documents/index.ts';
import { type FileRow, findFile, pathOfFile } from '../../../../content/files/index.ts';
import { findRecord } from '../door.ts';
import { recordFiles } from '../file-repository.ts';

/** The files that are accepted for preview (RECORD-17). Every other one is downloaded. */
const shown: ReadonlySet<string> = new Set([
  ...['pdf', 'csv', 'docx', 'xlsx', 'txt', 'pptx', 'json', 'ppt', 'png', 'doc', 'xls', 'jpg', 'jpeg'],
]);
const pictures: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg']);

const mostCharacters = 200_000;
const patienceMs = 60_000;

const notShown = (message: string) => new AppError('workers.file_not_shown', undefined, { message });

/** Reads the text of a file in a parser process, a section for each page or sheet. Throws `workers.file_not_shown`. */
const readSections = async (ctx: Ctx, file: FileRow): Promise<Pick<ShownFile, 'sections' | 'isWhole'>> => {
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
    if (error instanceof DocumentError) throw notShown(`${error.message} You can still download it.`);
    throw error;
  }
  if (sections.length === 0) throw notShown('It has no text that could be shown. Please download it.');
  return { sections, isWhole: true };
};

/** Reads how a file of a record is shown to a member. Throws `workers.record_not_found`, `workers.file_not_found` and `workers.file_not_shown`. */
export const showFile = async (
  ctx: Ctx,
  { id, fileId }: { id: string; fileId: string },
  as: 'FILE' | 'TEXT',
): Promise<ShownFile> => {
  const file = await ctx.tx(async (tx) => {
    const { record } = await findRecord(tx, id);
    const known = (await recordFiles.list(tx.db, record.id)).some((each) => each.fileId === fileId);
    return (known ? await findFile(tx, fileId) : undefined) ?? fail('workers.file_not_found');
  });
  const extension = extensionOf(file.name);
  if (!shown.has(extension)) return fail('workers.file_not_shown');
  const form = pictures.has(extension) ? 'PICTURE' : citedSource.formOf(file.name);
  const isItself = form === 'PICTURE' || (form === 'PDF' && as === 'FILE');
  if (isItself) return { form, fileBytes: file.size, sections: [], isWhole: true };
  return { form, fileBytes: null, ...(await readSections(ctx, file)) };
};

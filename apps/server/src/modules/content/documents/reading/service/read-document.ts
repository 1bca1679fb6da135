import type { SourceForm } from '@atelier/contracts/content/bases/import-shapes';
import { type Format, findFormatByName, parseExtension } from '@atelier/documents';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { getKnowledgeBaseRow } from '../../../bases/index.ts';
import { type ByteRange, type Download, findFile, openDownload, openPart } from '../../../files/index.ts';
import { presentVersions } from '../../editing/service/versions.ts';
import { presentChunk, presentImport } from '../../present.ts';
import { chunkRepository } from '../../repository/chunks.ts';
import { contentRepository } from '../../repository/content.ts';
import { importRepository } from '../../repository/imports.ts';
import { getImportRow } from '../../service/read-imports.ts';

const forms: Partial<Record<Format, SourceForm>> = {
  pdf: 'PDF',
  markdown: 'MARKDOWN',
  csv: 'TABLE',
  tsv: 'TABLE',
  xlsx: 'TABLE',
  xls: 'TABLE',
  ods: 'TABLE',
  json: 'CODE',
  jsonl: 'CODE',
};

/** The recordings that browsers play, with their content types. Of the others the text is shown. */
const played: Record<string, string> = {
  mp3: 'audio/mpeg',
  mpga: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  webm: 'video/webm',
  mp4: 'video/mp4',
  mov: 'video/mp4',
  ogv: 'video/ogg',
};

const findMediaForm = (name: string): SourceForm | undefined => {
  const type = played[parseExtension(name)];
  if (type === undefined) return undefined;
  return type.startsWith('video/') ? 'FILM' : 'SOUND';
};

/**
 * A larger Markdown document is shown as the text around the cited position, so that the browser need not render all of it.
 */
const mostMarkdownBytes = 1024 * 1024;

/** Returns the form in which a document is shown. */
export const detectSourceForm = (name: string): SourceForm => {
  const format = findFormatByName(name);
  return (format === null ? undefined : forms[format]) ?? findMediaForm(name) ?? 'TEXT';
};

/** Returns whether the page shows the file itself rather than the text that was read from it. */
export const isShownAsFile = ({ name, size }: { name: string; size: number }): boolean => {
  const form = detectSourceForm(name);
  if (form === 'MARKDOWN') return size <= mostMarkdownBytes;
  return form === 'PDF' || form === 'SOUND' || form === 'FILM';
};

/** Returns the content type for the bytes: one that no browser executes. */
export const detectFileType = (name: string): string => {
  const extension = parseExtension(name);
  return extension === 'pdf' ? 'application/pdf' : (played[extension] ?? 'text/plain; charset=utf-8');
};

interface ChunkList {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
}

/** The cursor of a list of chunks is the ordinal of the last chunk shown. */
const ordinalAfter = (cursor: string | undefined): number => {
  const ordinal = Number(cursor ?? -1);
  return Number.isSafeInteger(ordinal) ? Math.max(-1, Math.min(ordinal, 2 ** 31 - 1)) : -1;
};

/** Throws `knowledge.import_not_found`. */
export const listChunks = (ctx: AnyCtx, importId: string, { cursor, limit, search }: ChunkList) =>
  ctx.tx(async (tx) => {
    const row = await getImportRow(tx, importId);
    const { index } = await getKnowledgeBaseRow(tx, row.import.knowledgeBaseId);
    const key = { importId, indexVersionId: index.id };
    const found = await chunkRepository.list(tx.db, key, {
      after: ordinalAfter(cursor),
      limit: limit + 1,
      search,
    });
    const shown = found.slice(0, limit);
    return {
      items: shown.map(presentChunk),
      nextCursor: found.length > limit ? String(shown.at(-1)?.ordinal ?? 0) : null,
      total: await chunkRepository.count(tx.db, key, search),
      import: presentImport(tx, row),
      summary: row.import.summary,
      versions: await presentVersions(tx, row.import),
    };
  });

interface SourceExcerpt {
  importId: string;
  /** Offset in the document's text. */
  at: number;
  /** The number of sections to read around the offset. */
  sections: number;
  /** Further offsets, whose sections are read as well. */
  further?: readonly number[];
}

/** The most further offsets that are looked for, and the most sections that are read for them. */
const mostFurther = { offsets: 64, sections: 8 };

const contains = ({ startOffset, text }: { startOffset: number; text: string }, offset: number): boolean =>
  startOffset <= offset && offset < startOffset + text.length;

/** Returns a document's text around an offset, without checking permissions; undefined when the document was deleted. */
const findSource = async (tx: TxCtx, { importId, at, sections, further = [] }: SourceExcerpt) => {
  const row = await importRepository.find(tx.db, importId);
  if (!row) return undefined;
  const count = await contentRepository.countSections(tx.db, { importId });
  const middle = await contentRepository.findSectionAt(tx.db, { importId }, at);
  const first = Math.max(0, Math.min(middle - Math.floor((sections - 1) / 2), count - sections));
  const around = await contentRepository.listSections(tx.db, { importId }, first, sections);
  const away = further.filter((offset) => !around.some((section) => contains(section, offset)));
  const others = await contentRepository.listSectionsAt(
    tx.db,
    { importId },
    away.slice(0, mostFurther.offsets),
    mostFurther.sections,
  );
  const found = [...around, ...others].toSorted((one, other) => one.ordinal - other.ordinal);
  return {
    name: row.import.name,
    type: row.import.type,
    sections: found.map(({ ordinal, page, second, startOffset, text }) => ({
      ordinal,
      page,
      second,
      start: startOffset,
      text,
    })),
    sectionCount: count,
    form: detectSourceForm(row.import.name),
    fileBytes: isShownAsFile(row.import) ? row.import.size : null,
  };
};

/** Returns the file of a document that is shown as it is, without checking permissions; undefined for other documents. */
const findSourceFile = async (tx: TxCtx, importId: string) => {
  const row = await importRepository.find(tx.db, importId);
  if (!row || !isShownAsFile(row.import)) return undefined;
  const file = await findFile(tx, row.import.fileId);
  return file && { file, type: detectFileType(row.import.name) };
};

type SourceFile = NonNullable<Awaited<ReturnType<typeof findSourceFile>>>;

/** Opens a range of the file's bytes; undefined for a range outside the file. */
const openSourceFile = async (
  ctx: Ctx,
  { file, type }: SourceFile,
  wanted: { start: number; end: number | undefined },
): Promise<Download | undefined> => {
  const range: ByteRange = { start: wanted.start, end: Math.min(wanted.end ?? file.size - 1, file.size - 1) };
  return range.start > range.end ? undefined : openPart(ctx, file, { type, range });
};

/** Throws `knowledge.import_not_found`. */
export const readSource = (ctx: AnyCtx, excerpt: SourceExcerpt) =>
  ctx.tx(async (tx) => {
    await getImportRow(tx, excerpt.importId);
    return (await findSource(tx, excerpt)) ?? fail('knowledge.import_not_found');
  });

/** Sends the file as it was uploaded. Throws `knowledge.import_not_found`. */
export const downloadDocument = async (ctx: Ctx, importId: string): Promise<Download> => {
  const file = await ctx.tx(async (tx) => {
    const row = await getImportRow(tx, importId);
    return (await findFile(tx, row.import.fileId)) ?? fail('knowledge.import_not_found');
  });
  return openDownload(ctx, file);
};

/** The text and the file that a citation refers to, for those who were shown it. */
export const citedSource = {
  find: findSource,
  findFile: findSourceFile,
  openFile: openSourceFile,
  formOf: detectSourceForm,
};

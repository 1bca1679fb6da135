import { buffer } from 'node:stream/consumers';
import { formatSeconds } from '@atelier/contracts/content/documents/document-position';
import { longestEditedText } from '@atelier/contracts/content/documents/documents';
import { blockSeparator, escapeMarkdown } from '@atelier/documents';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { type FileRow, findFile } from '../../files/index.ts';
import { chunkRepository } from '../repository/chunks.ts';
import { contentRepository } from '../repository/content.ts';
import { type ImportRow, type SectionRow } from '../tables.ts';
import { versionRepository } from './repository.ts';

const pathSeparator = ' > ';
const deepest = 6;

/** Returns the depth of each heading, taken from the heading paths of chunks. */
export const headingDepths = (paths: readonly string[]): ReadonlyMap<string, number> => {
  const depths = new Map<string, number>();
  for (const path of paths)
    for (const [index, heading] of path.split(pathSeparator).entries())
      if (!depths.has(heading)) depths.set(heading, Math.min(index + 1, deepest));
  return depths;
};

/** Writes a text as Markdown with marked headings, so that an edited text is split into the same sections and keeps its characters. */
export const markHeadings = (text: string, depths: ReadonlyMap<string, number>): string =>
  text
    .split(blockSeparator)
    .map((block) => {
      const line = block.replace(/\s+/g, ' ').trim();
      const depth = depths.get(line);
      return depth === undefined ? escapeMarkdown(block) : `${'#'.repeat(depth)} ${escapeMarkdown(line)}`;
    })
    .join(blockSeparator);

const manySections = 100_000;
const bytesPerCharacter = 4;

/** Reads the sections of a text of at most `longestEditedText` characters. Throws `documents.too_long`. */
export const readSections = async (
  tx: TxCtx,
  key: { importId: string; documentVersion: number },
): Promise<SectionRow[]> => {
  const length = await contentRepository.measureText(tx.db, key);
  if (length > longestEditedText) fail('documents.too_long');
  return contentRepository.listSections(tx.db, key, 0, manySections);
};

/** Joins sections into the text as it was read. Consecutive sections of one block are joined without a separator. */
export const joinSections = (sections: readonly Pick<SectionRow, 'startOffset' | 'text'>[]): string => {
  let text = '';
  for (const section of sections)
    text += (section.startOffset > text.length ? blockSeparator : '') + section.text;
  return text;
};

const placeMark = ({ page, second }: SectionRow): string | undefined => {
  if (second !== null) return `<!-- at ${formatSeconds(second)} -->`;
  return page === null ? undefined : `<!-- page ${page} -->`;
};

/**
 * Joins sections into Markdown. The beginning of each page, or of each section of a recording, is marked by a line that the
 * Markdown parser understands.
 */
const withPositions = (sections: readonly SectionRow[], depths: ReadonlyMap<string, number>): string => {
  const parts: string[] = [];
  let last: string | undefined;
  let end = 0;
  for (const section of sections) {
    const mark = placeMark(section);
    const begins = mark !== undefined && mark !== last;
    const gap = end > 0 && (begins || section.startOffset > end) ? blockSeparator : '';
    parts.push(gap + (begins ? mark + blockSeparator : '') + markHeadings(section.text, depths));
    last = mark;
    end = section.startOffset + section.text.length;
  }
  return parts.join('');
};

/**
 * Returns the content of a Markdown file in UTF-8, which is edited as it is; undefined for other files. Bytes are read outside
 * transactions.
 */
const readMarkdown = async (ctx: Ctx, fileId: string): Promise<string | undefined> => {
  const file = await ctx.tx((tx) => findFile(tx, fileId));
  if (!file || !/\.(md|markdown)$/i.test(file.name) || file.size > longestEditedText * bytesPerCharacter)
    return undefined;
  const text = (await buffer(await ctx.services.storage.open(file.storageKey))).toString('utf8');
  return text.length > longestEditedText ? fail('documents.too_long') : text;
};

/** Returns a version's text as Markdown that can be edited. Throws `documents.too_long`. */
export const readEditableText = async (
  ctx: Ctx,
  row: ImportRow,
  { version, fileId, encoding }: Pick<ImportRow, 'version' | 'fileId' | 'encoding'>,
): Promise<string> => {
  const isUnicode = encoding === null || encoding.name === 'utf-8';
  const own = isUnicode ? await readMarkdown(ctx, fileId) : undefined;
  if (own !== undefined) return own;
  return ctx.tx(async (tx) => {
    const key = { importId: row.id, documentVersion: version };
    const sections = await readSections(tx, key);
    return withPositions(sections, headingDepths(await chunkRepository.listHeadings(tx.db, key)));
  });
};

/** Returns the file of the shown version. A newer file may be in the process of being imported. */
export const findShownFile = async (tx: TxCtx, row: ImportRow): Promise<FileRow | undefined> => {
  if (row.version === row.shownVersion) return findFile(tx, row.fileId);
  const shown = await versionRepository.find(tx.db, row.id, row.shownVersion);
  return shown && findFile(tx, shown.fileId);
};

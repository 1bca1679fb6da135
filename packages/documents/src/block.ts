import * as z from 'zod';

/**
 * Content that only a model can read. A picture is PNG, JPEG, WebP or GIF, in base64. A recording is the file itself; `seconds` is
 * its duration, if the file contains it.
 */
export const Unread = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('picture'), mediaType: z.string(), data: z.base64() }),
  z.object({ kind: z.literal('recording'), seconds: z.number().min(0).nullable() }),
]);
export type Unread = z.infer<typeof Unread>;

/**
 * One piece of a document in reading order.
 * `level` is a heading's rank (1 = top), `page` counts from 1 (PDF page, slide, sheet of a workbook), `second` is its beginning in a
 * recording, `sheet` names the sheet of a row, `caption` says what a table shows. The text that a model reads from `unread` replaces the block.
 */
export const Block = z.object({
  kind: z.enum(['heading', 'paragraph', 'list', 'table', 'code', 'row']),
  text: z.string(),
  level: z.int().min(1).exactOptional(),
  page: z.int().min(1).exactOptional(),
  second: z.int().min(0).exactOptional(),
  sheet: z.string().exactOptional(),
  caption: z.string().exactOptional(),
  unread: Unread.exactOptional(),
  /** Begins another document within this one, so that no chunk has text of both. */
  opens: z.literal('attachment').exactOptional(),
});
export type Block = z.infer<typeof Block>;

/** Separates two blocks in a document's normalised text. */
export const blockSeparator = '\n\n';

/** Returns the document's normalised text. `start` and `end` of a chunk count UTF-16 units in it. */
export function joinBlocks(blocks: Iterable<Block>): string {
  return Array.from(blocks, (block) => block.text)
    .filter((text) => text !== '')
    .join(blockSeparator);
}

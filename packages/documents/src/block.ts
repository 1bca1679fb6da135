import * as z from 'zod';

/**
 * What only a model can read. A picture is PNG, JPEG, WebP or GIF, in base64; a recording is the file itself, `seconds` long
 * as far as it tells.
 */
export const Unread = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('picture'), mediaType: z.string(), data: z.base64() }),
  z.object({ kind: z.literal('recording'), seconds: z.number().min(0).nullable() }),
]);
export type Unread = z.infer<typeof Unread>;

/**
 * One piece of a document in reading order.
 * `level` is a heading's rank (1 = top), `page` counts from 1 (PDF page, slide, sheet of a workbook), `second` is where in a
 * recording it begins, `sheet` names the sheet that a row comes from. What a model reads from `unread` takes the block's
 * place.
 */
export const Block = z.object({
  kind: z.enum(['heading', 'paragraph', 'list', 'table', 'code', 'row']),
  text: z.string(),
  level: z.int().min(1).exactOptional(),
  page: z.int().min(1).exactOptional(),
  second: z.int().min(0).exactOptional(),
  sheet: z.string().exactOptional(),
  unread: Unread.exactOptional(),
});
export type Block = z.infer<typeof Block>;

/** What stands between two blocks in a document's normalised text. */
export const blockSeparator = '\n\n';

/** The document's normalised text; `start` and `end` of a chunk count UTF-16 units in it. */
export function joinBlocks(blocks: Iterable<Block>): string {
  return Array.from(blocks, (block) => block.text)
    .filter((text) => text !== '')
    .join(blockSeparator);
}

import type { Block } from '../../block.ts';
import type { Row } from '../../tables/grid.ts';
import { SheetBlocks } from '../../tables/table-blocks.ts';

/** Yields the blocks of a sheet, below its name where the workbook has others. A sheet without rows has none. */
export async function* sheetBlocks(
  rows: AsyncIterable<Row>,
  place: { page: number; sheet: string },
  withHeading: boolean,
): AsyncGenerator<Block> {
  const sheet = new SheetBlocks(place);
  let named = !withHeading;
  const withName = function* (blocks: Iterable<Block>): Generator<Block> {
    for (const block of blocks) {
      if (!named) yield { ...place, kind: 'heading', text: place.sheet, level: 1 };
      named = true;
      yield block;
    }
  };
  for await (const row of rows) yield* withName(sheet.push(row));
  yield* withName(sheet.end());
}

import type { Grid } from './grid.ts';
import { isNumber } from './numbers.ts';
import type { Rulings } from './rulings.ts';
import type { PdfTable } from './table.ts';

/** Only tables of numbers are read by white space, because the text of a cell may need several lines. */
const leastNumbers = 0.6;
/** White space alone has to find this share of the words of a shaded table. */
const mostOf = 0.8;

/** Returns true for a grid most of whose columns only the edges of backgrounds separate, such as the coloured rows of a table. */
export const isShaded = ({ box }: Grid, { vertical }: Rulings): boolean => {
  const within = vertical.filter(
    ({ at, from, to }) => at > box.left + 3 && at < box.right - 3 && to > box.bottom && from < box.top,
  );
  return within.filter(({ isEdge }) => isEdge === true).length > 0.5 * within.length;
};

const hasNumbers = ({ cells }: PdfTable): boolean => {
  const values = cells.filter(({ column }) => column > 0);
  return values.filter(({ text }) => isNumber(text)).length >= leastNumbers * values.length;
};

/** Returns true for a table that begins with the names of its columns. */
const isWhole = ({ cells }: PdfTable): boolean => {
  const first = cells.filter(({ row, column }) => row === 0 && column > 0);
  return first.length > 0 && !first.some(({ text }) => isNumber(text));
};

/** The tables of a grid. */
export interface GridTables {
  isShaded: boolean;
  tables: readonly PdfTable[];
}

const sharesItems = ({ items }: PdfTable, others: ReadonlySet<number>): boolean =>
  [...items].some((item) => others.has(item));

const collectTableItems = (tables: readonly PdfTable[]): Set<number> =>
  new Set(tables.flatMap(({ items }) => [...items]));

const computeTop = (tables: readonly PdfTable[]): number => Math.max(...tables.map(({ box }) => box.top));

/**
 * Replaces the tables of shaded grids by those of white space that go beyond them. Every second row of a table is often coloured, so that the
 * backgrounds leave out the names of its columns and some of its rows. `prose` are the items of paragraphs.
 */
export function widened(
  grids: readonly GridTables[],
  { prose, white }: { prose: ReadonlySet<number>; white: readonly PdfTable[] },
): PdfTable[] {
  const replaced = new Set<GridTables>();
  const wider: PdfTable[] = [];
  for (const grid of grids) {
    if (replaced.has(grid) || grid.tables.length === 0) continue;
    const candidates = white.filter((table) => sharesItems(table, collectTableItems(grid.tables)));
    const found = collectTableItems(candidates);
    const touched = grids.filter(({ tables }) => tables.some((table) => sharesItems(table, found)));
    const tables = touched.flatMap((each) => each.tables);
    const own = collectTableItems(tables);
    const items = [...own].filter((item) => !prose.has(item));
    const isWider =
      touched.every((each) => each.isShaded && candidates.length >= each.tables.length) &&
      !tables.some(isWhole) &&
      [...found].some((item) => !own.has(item)) &&
      computeTop(candidates) > computeTop(tables) &&
      candidates.every(hasNumbers) &&
      items.filter((item) => found.has(item)).length >= mostOf * items.length;
    if (!isWider) continue;
    for (const each of touched) replaced.add(each);
    wider.push(...candidates);
  }
  return [...grids.filter((grid) => !replaced.has(grid)).flatMap(({ tables }) => tables), ...wider];
}

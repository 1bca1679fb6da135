import type { PDFPageProxy } from 'pdfjs-dist';
import type { PdfItem } from '../pdf-lines.ts';
import type { Upright } from '../pdf-upright.ts';
import { findGrids } from './grid.ts';
import { fromGrid } from './grid-table.ts';
import { proseItems } from './prose.ts';
import { readRulings } from './rulings.ts';
import { isShaded, widened } from './shaded.ts';
import type { PdfTable } from './table.ts';
import { findUnruled } from './unruled.ts';
import { linesOf, wordsOf } from './words.ts';

/** A page with fewer lines of several pieces has no table, so that its drawing is not read. */
const leastRows = 2;
/** A page with more words is read without tables. */
const mostWords = 20_000;

/**
 * Finds the tables of a page: those that lines draw, then those that white space alone separates from the text. `items` are the texts of
 * the page, turned by `upright`.
 */
export async function findTables(
  page: PDFPageProxy,
  items: readonly PdfItem[],
  upright: Upright,
): Promise<PdfTable[]> {
  const words = wordsOf(items);
  if (words.length > mostWords) return [];
  const prose = new Set(proseItems(items));
  const rest = words.filter(({ item }) => !prose.has(item));
  if (linesOf(rest).filter(({ pieces }) => pieces.length >= 2).length < leastRows) return [];
  const rulings = await readRulings(page, upright);
  const white = findUnruled(linesOf(rest));
  const grids = findGrids(rulings).map((grid) => ({
    isShaded: isShaded(grid, rulings),
    tables: fromGrid(grid, words),
  }));
  const ruled = widened(grids, { prose, white });
  if (ruled.length === 0) return white;
  const taken = new Set(ruled.flatMap((table) => [...table.items]));
  return [...ruled, ...findUnruled(linesOf(rest.filter(({ item }) => !taken.has(item))))];
}

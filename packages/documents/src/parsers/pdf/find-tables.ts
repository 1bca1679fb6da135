import type { PDFPageProxy } from 'pdfjs-dist';
import { findForms, type PdfForm } from './forms/find-forms.ts';
import type { PdfItem } from './pdf-lines.ts';
import type { Upright } from './pdf-upright.ts';
import { findGrids } from './tables/grid.ts';
import { fromGrid } from './tables/grid-table.ts';
import { proseItems } from './tables/prose.ts';
import { readRulings } from './tables/rulings.ts';
import { isShaded, widened } from './tables/shaded.ts';
import type { PdfTable } from './tables/table.ts';
import { findUnruled } from './tables/unruled.ts';
import { groupIntoLines, splitItemWords, type TextLine } from './tables/words.ts';

/** A table has two lines of several pieces that are at most this many font sizes apart. The drawing of other pages is not read. */
const widestRow = 10;
/** A page with more words is read without tables. */
const mostWords = 20_000;

const mayHaveTable = (lines: readonly TextLine[]): boolean => {
  const rows = lines.filter(({ pieces }) => pieces.length >= 2);
  return rows.some((row, at) => at > 0 && (rows[at - 1]?.y ?? row.y) - row.y <= widestRow * row.size);
};

/** The tables and forms of a page. */
export interface FoundTables {
  tables: PdfTable[];
  forms: PdfForm[];
}

export const noTables: FoundTables = { tables: [], forms: [] };

/**
 * Finds the tables of a page, those that lines draw, and then the forms and tables that white space alone separates from the text. `items`
 * are the texts of the page, turned by `upright`.
 */
export async function findTables(
  page: PDFPageProxy,
  items: readonly PdfItem[],
  upright: Upright,
): Promise<FoundTables> {
  const words = splitItemWords(items);
  if (words.length > mostWords) return noTables;
  const prose = new Set(proseItems(items, words));
  const rest = words.filter(({ item }) => !prose.has(item));
  const lines = groupIntoLines(rest);
  const findWhite = (white: readonly TextLine[]): FoundTables => {
    const found = findForms(white, (item) => items[item]?.fontName);
    return { forms: found.forms, tables: findUnruled(found.rest) };
  };
  if (!mayHaveTable(lines)) return { tables: [], forms: findWhite(lines).forms };
  const rulings = await readRulings(page, upright);
  const grids = findGrids(rulings).map((grid) => ({
    isShaded: isShaded(grid, rulings),
    tables: fromGrid(grid, words, lines),
  }));
  const found = grids.filter(({ tables }) => tables.length > 0);
  if (found.length === 0) return findWhite(lines);
  const ruled = found.some((grid) => grid.isShaded)
    ? widened(found, { prose, white: findUnruled(lines) })
    : found.flatMap(({ tables }) => tables);
  const taken = new Set(ruled.flatMap((table) => [...table.items]));
  const white = findWhite(groupIntoLines(rest.filter(({ item }) => !taken.has(item))));
  return { forms: white.forms, tables: [...ruled, ...white.tables] };
}

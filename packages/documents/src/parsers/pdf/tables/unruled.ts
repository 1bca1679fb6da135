import { type Column, detectColumns, findColumnSpan } from './columns.ts';
import { joinWrapped } from './join-wrapped.ts';
import { looksLikeTable } from './looks-like-table.ts';
import { isNumber } from './numbers.ts';
import { spreadNames } from './spread-names.ts';
import { isTable, type PdfTable, type PlacedCell, tableFrom } from './table.ts';
import type { TextLine } from './words.ts';

/** Lines that are further apart than this many font sizes do not belong to one table. */
const widestGap = 3.5;
/** This many lines with a single piece may follow each other inside a table. */
const mostSingle = 3;
/** A piece with more characters is prose, such as a note below a table. */
const longestPiece = 90;
/** A line above the first row that names columns is at most this long. */
const longestHead = 45;

const isNear = (above: TextLine, below: TextLine): boolean =>
  above.y - below.y <= widestGap * Math.max(above.size, below.size);

/** Returns true for a line with a long piece, which may be the label of a row only before numbers. */
const isProse = ({ pieces: [label, ...values] }: TextLine): boolean =>
  values.some(({ text }) => text.length > longestPiece) ||
  (label !== undefined &&
    label.text.length > longestPiece &&
    !(values.length >= 2 && values.every(({ text }) => isNumber(text))));

/** A line alone in letters that are larger than those of the row above it by this much is a heading. */
const largerHeading = 1.12;

/** Returns true for a heading between two tables: a line alone, in larger letters than the last row. */
const isHeading = (line: TextLine, region: readonly TextLine[]): boolean => {
  const row = region.findLast(({ pieces }) => pieces.length >= 2);
  return row !== undefined && line.pieces.length === 1 && line.size > largerHeading * row.size;
};

/** Splits lines where a table may begin or end. */
function splitRegions(lines: readonly TextLine[]): TextLine[][] {
  const regions: TextLine[][] = [];
  let region: TextLine[] = [];
  let single = 0;
  const end = () => {
    if (region.length > 0) regions.push(region);
    region = [];
    single = 0;
  };
  for (const line of lines) {
    const last = region.at(-1);
    if (last !== undefined && !isNear(last, line)) end();
    if (isProse(line) || isHeading(line, region)) {
      end();
      continue;
    }
    single = line.pieces.length === 1 ? single + 1 : 0;
    if (single > mostSingle) end();
    region.push(line);
  }
  end();
  return regions.map(trimmed);
}

/** Leaves out single pieces below the last row, and all but the headings above the first. */
const trimmed = (region: readonly TextLine[]): TextLine[] => {
  const isRow = ({ pieces }: TextLine): boolean => pieces.length >= 2;
  const first = region.findIndex(isRow);
  const last = region.findLastIndex(isRow);
  if (first < 0) return [];
  const left = Math.min(...region.slice(first, last + 1).map(({ pieces }) => pieces[0]?.left ?? 0));
  let start = first;
  while (start > 0 && first - start < mostSingle) {
    const above = region[start - 1];
    const piece = above?.pieces[0];
    if (
      above === undefined ||
      piece === undefined ||
      piece.left < left + 6 * above.size ||
      piece.text.length > longestHead
    )
      break;
    start--;
  }
  return region.slice(start, last + 1);
};

/** Returns the cells of a line. A piece that reaches over several columns is one cell. */
const cellsOfLine = (line: TextLine, row: number, columns: readonly Column[]): PlacedCell[] => {
  const cells: PlacedCell[] = [];
  for (const piece of line.pieces) {
    const { first, last } = findColumnSpan(piece, columns);
    const before = cells.at(-1);
    if (before !== undefined && before.lastColumn >= first) {
      before.pieces = [...before.pieces, piece];
      before.lastColumn = Math.max(before.lastColumn, last);
    } else cells.push({ pieces: [piece], row, lastRow: row, column: first, lastColumn: last });
  }
  return cells;
};

/** Finds tables whose columns only white space separates. */
export const findUnruled = (lines: readonly TextLine[]): PdfTable[] =>
  splitRegions(lines).flatMap((region): PdfTable[] => {
    const columns = detectColumns(region);
    if (columns.length < 2) return [];
    const placed = region.flatMap((line, row) => cellsOfLine(line, row, columns));
    const cells = spreadNames(placed, columns);
    return isTable(cells) && looksLikeTable(cells) ? [tableFrom(joinWrapped(cells))] : [];
  });

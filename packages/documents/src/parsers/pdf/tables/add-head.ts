import { type Column, findColumnSpan } from './columns.ts';
import { isNumber } from './numbers.ts';
import { type PlacedCell, toPdfCellText } from './table.ts';
import { type Piece, type TextLine, toPiece } from './words.ts';

/** The names of columns: the most lines and characters of each name, and the widest distance of lines in font sizes. */
const most = { lines: 4, characters: 45, gap: 2.2 };
const year = /^(?:19|20)\p{N}{2}$/u;
/** A unit such as `(in millions)` may stand above the labels. */
const unit = /^\(.*\)$/u;

const isYears = ({ words }: Piece): boolean => words.every(({ text }) => year.test(text));

/** Returns true for a row with numbers, which years alone are not. */
const hasNumbers = (row: readonly PlacedCell[], labels: number): boolean =>
  row.some(
    (cell) => cell.column > labels && isNumber(toPdfCellText(cell)) && !year.test(toPdfCellText(cell)),
  );

/** Returns the range of each column by its number, from the cells that are in it alone. */
function computeColumnRanges(cells: readonly PlacedCell[]): (Column & { column: number })[] {
  const single = cells.filter(({ column, lastColumn }) => column === lastColumn);
  return [...Map.groupBy(single, ({ column }) => column)]
    .toSorted(([one], [other]) => one - other)
    .map(([column, own]) => {
      const pieces = own.flatMap((cell) => cell.pieces);
      return {
        column,
        left: Math.min(...pieces.map(({ left }) => left)),
        right: Math.max(...pieces.map(({ right }) => right)),
      };
    });
}

/** Returns true for names that stand above columns of numbers, beside a unit perhaps. */
function areNames({ pieces, size }: TextLine, [labels, values]: readonly Column[]): boolean {
  const names = pieces.filter(({ text }) => !unit.test(text));
  return (
    labels !== undefined &&
    values !== undefined &&
    names.length > 0 &&
    pieces.every(({ left }) => left >= labels.left - size) &&
    names.every(
      (piece) =>
        piece.right > values.left - size &&
        piece.text.length <= most.characters &&
        (isYears(piece) || !isNumber(piece.text)),
    )
  );
}

/** Returns the lines above a baseline that name columns, from the top. */
function namesAbove(lines: readonly TextLine[], from: TextLine, ranges: readonly Column[]): TextLine[] {
  const names: TextLine[] = [];
  let below = from;
  for (const line of lines.filter(({ y }) => y > from.y + 0.5 * from.size).toReversed()) {
    const isNear = line.y - below.y <= most.gap * Math.max(line.size, below.size);
    if (!isNear || !areNames(line, ranges) || names.length === most.lines) break;
    names.unshift(line);
    below = line;
  }
  return names;
}

/** Splits years that stand close together above columns of their own. */
const apart = (piece: Piece): Piece[] =>
  isYears(piece) ? piece.words.map((word) => toPiece([word])) : [piece];

/**
 * Adds the names of the columns to a table that begins with a row of numbers, because the backgrounds of rows often leave them out. `lines`
 * are those of the page.
 */
export function addHead(cells: readonly PlacedCell[], lines: readonly TextLine[]): PlacedCell[] {
  const ranges = computeColumnRanges(cells);
  const [labels, values] = ranges;
  const least = Math.min(...cells.map(({ row }) => row));
  const first = cells.filter(({ row }) => row === least);
  const word = first[0]?.pieces[0]?.words[0];
  if (!word || !labels || !values || !hasNumbers(first, labels.column)) return [...cells];
  const names = namesAbove(lines, { y: word.y, size: word.size, pieces: [] }, ranges);
  const added = names.flatMap(({ pieces }, at) =>
    pieces.flatMap(apart).map((piece): PlacedCell => {
      const span = findColumnSpan(piece, ranges);
      const [from, to] = [ranges[span.first] ?? labels, ranges[span.last] ?? labels];
      const row = least - names.length + at;
      return { pieces: [piece], row, lastRow: row, column: from.column, lastColumn: to.column };
    }),
  );
  return [...added, ...cells];
}

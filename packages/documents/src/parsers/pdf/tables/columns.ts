import type { Piece, TextLine } from './words.ts';

/** A column of a table: from the first to the last character of its cells. */
export interface Column {
  left: number;
  right: number;
}

/** This share of the lines may cross a gap between columns, because headings reach over several. */
const mostCrossing = 0.15;
/** The least width of a gap in font sizes. */
const leastGap = 0.3;

interface Edge {
  x: number;
  step: 1 | -1;
}

/** Names in so many lines may stand above several columns, so that they say nothing about the gaps. */
const mostHeads = 3;

/** Leaves out the first lines where they have fewer pieces than most others. */
const withoutGroups = (rows: readonly TextLine[]): readonly TextLine[] => {
  const counts = rows.map(({ pieces }) => pieces.length).toSorted((one, other) => one - other);
  const typical = counts[Math.floor(counts.length / 2)] ?? 0;
  const from = rows.findIndex(({ pieces }) => pieces.length >= typical);
  return from <= mostHeads && from + 2 <= rows.length ? rows.slice(from) : rows;
};

/** Finds the columns of lines: ranges that most lines leave empty are the gaps between them. */
export function detectColumns(lines: readonly TextLine[]): Column[] {
  const rows = withoutGroups(lines.filter(({ pieces }) => pieces.length >= 2));
  const most = Math.floor(mostCrossing * rows.length);
  const size = Math.max(...rows.map((row) => row.size), 0);
  const edges: Edge[] = rows.flatMap(({ pieces }) =>
    pieces.flatMap(({ left, right }): Edge[] => [
      { x: left, step: 1 },
      { x: right, step: -1 },
    ]),
  );
  edges.sort((one, other) => one.x - other.x || one.step - other.step);
  const columns: Column[] = [];
  let covering = 0;
  let open: number | undefined;
  for (const { x, step } of edges) {
    covering += step;
    if (covering > most && open === undefined) open = x;
    else if (covering <= most && open !== undefined) {
      const last = columns.at(-1);
      if (last !== undefined && open - last.right < leastGap * size) last.right = x;
      else columns.push({ left: open, right: x });
      open = undefined;
    }
  }
  return columns;
}

const overlap = ({ left, right }: Piece, column: Column): number =>
  Math.min(right, column.right) - Math.max(left, column.left);

/** Returns the columns that a piece is in: those below it, or else the nearest. */
export function findColumnSpan(piece: Piece, columns: readonly Column[]): { first: number; last: number } {
  const below = columns.flatMap((column, at) => (overlap(piece, column) > 0 ? [at] : []));
  const [first] = below;
  const last = below.at(-1);
  if (first !== undefined && last !== undefined) return { first, last };
  const distances = columns.map((column) => -overlap(piece, column));
  const nearest = distances.indexOf(Math.min(...distances));
  return { first: nearest, last: nearest };
}

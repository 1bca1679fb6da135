import type { PdfForm } from '../forms/find-forms.ts';
import { nearestIndex } from '../tables/geometry.ts';
import type { PdfTable } from '../tables/table.ts';
import { type Band, type Element, findBands, followGutters } from './bands.ts';
import type { Segment } from './segments.ts';

/** A part of a page that is put in reading order: a segment of text, or a table, which stands where its first text does. */
export interface Placed extends Element {
  at: number;
  characters: number;
  segment?: Segment;
  table?: PdfTable | PdfForm;
}

/** Columns have at least this many segments with this many characters on average, and are divided at most this often. */
const least = { segments: 3, characters: 5 };
const deepest = 6;
/** Lines of prose have this many characters and fill this share of their column, and most lines of a column are such. */
const prose = { characters: 20, filled: 0.6, share: 0.5 };
/** A file that draws its columns one after the other changes between them for this share of the segments at most. One that draws lines across them changes for at least the second share. */
const changing = { columns: 0.25, lines: 0.5 };
/** Rows of a table have this share of their cells on common baselines. */
const aligned = 0.5;
/** A gap that is this many times as high as usual parts what stands beside columns from them. */
const parting = 1.8;

/** Marks of footnotes have at most this many characters, and this share of the size of their line. */
const mark = { characters: 3, size: 0.85 };

/** Returns true where two segments stand on one line: on one baseline, or one is a raised mark. */
export const areOnLine = (one: Line, other: Line): boolean => {
  const isMark =
    Math.min(one.characters, other.characters) <= mark.characters &&
    Math.min(one.size, other.size) <= mark.size * Math.max(one.size, other.size);
  return Math.abs(one.y - other.y) <= (isMark ? 0.7 : 0.4) * Math.max(one.size, other.size);
};
type Line = Pick<Placed, 'y' | 'size' | 'characters'>;

/** Sorts elements into lines by their baselines, each from left to right. */
function inLines(parts: readonly Placed[]): Placed[] {
  const lines: Placed[][] = [];
  for (const part of parts.toSorted((one, other) => other.top - one.top)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (
      first !== undefined &&
      areOnLine(first, part) &&
      first.table === undefined &&
      part.table === undefined
    )
      line?.push(part);
    else lines.push([part]);
  }
  return lines.flatMap((line) => line.toSorted((one, other) => one.left - other.left));
}

const isProse = (column: readonly Placed[]): boolean => {
  const width = Math.max(...column.map(({ right }) => right)) - Math.min(...column.map(({ left }) => left));
  const lines = column.filter(
    ({ left, right, characters }) => characters >= prose.characters && right - left >= prose.filled * width,
  );
  return lines.length >= prose.share * column.length;
};

/** Returns true where most segments of the shorter column stand on baselines of the other. */
function areAligned(one: readonly Placed[], other: readonly Placed[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const baselines = long.map(({ y }) => y).toSorted((low, high) => low - high);
  const common = short.filter(({ y, size }) => {
    const nearest = baselines[nearestIndex(baselines, y)] ?? Number.POSITIVE_INFINITY;
    return Math.abs(nearest - y) <= 0.15 * size;
  });
  return common.length >= aligned * short.length;
}

/** Tells how parts beside each other are read: column by column, line by line, or in the order of the file. */
function readAcross(columns: readonly (readonly Placed[])[]): 'columns' | 'lines' | 'file' {
  const tall = columns.filter((column) => column.length >= least.segments);
  const [first, second] = tall.toSorted((one, other) => other.length - one.length);
  if (first === undefined || second === undefined) return 'lines';
  const owner = new Map(columns.flatMap((column, at) => column.map((part) => [part, at] as const)));
  const drawn = columns.flat().toSorted((one, other) => one.at - other.at);
  const changes = drawn.filter((part, at) => at > 0 && owner.get(part) !== owner.get(drawn[at - 1] ?? part));
  if (changes.length <= Math.max(2 * (columns.length - 1), changing.columns * drawn.length)) return 'columns';
  if (!areAligned(first, second)) return 'columns';
  if (changes.length < changing.lines * drawn.length) return 'file';
  return tall.every(isProse) ? 'columns' : 'lines';
}

const distance = (above: Band<Placed> | undefined, below: Band<Placed> | undefined): number =>
  above && below ? above.y - below.y : 0;

/** Returns the end of the columns that some bands have in common, without lines of the left one that a wide gap parts from them. */
function trimEnd(bands: readonly Band<Placed>[], from: number, end: number, gutter: number): number {
  const distances = bands.slice(from + 1, end).map((band, at) => distance(bands[from + at], band));
  const usual = distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 2)] ?? 0;
  let last = end;
  for (let at = end - 1; at > from; at--) {
    if (bands[at]?.parts.some(({ left }) => left > gutter) === true) break;
    if (distance(bands[at - 1], bands[at]) > parting * usual) last = at;
  }
  return last;
}

/** Orders the elements of a region by their places: from the top to the bottom, and columns from left to right. */
function* orderRegion(parts: readonly Placed[], depth: number): Generator<Placed> {
  const bands = findBands(parts);
  for (let at = 0; at < bands.length; ) {
    const gutters = depth < deepest ? followGutters(bands, at) : undefined;
    const [gutter] = gutters?.between ?? [];
    if (gutters === undefined || gutter === undefined) {
      yield* inLines(bands[at]?.parts ?? []);
      at++;
      continue;
    }
    const end = trimEnd(bands, at, gutters.end, gutter.from);
    const group = bands.slice(at, end).flatMap((band) => band.parts);
    const columns = splitColumns(
      group,
      gutters.between.map(({ from: left }) => left),
    );
    const way = readAcross(columns);
    if (way === 'columns') for (const column of columns) yield* orderRegion(column, depth + 1);
    else if (way === 'lines') yield* inLines(group);
    else yield* group.toSorted((one, other) => one.at - other.at);
    at = end;
  }
}

/** Divides parts by the white space between columns. Bullets and numbers before lines belong to the column behind them. */
function splitColumns(parts: readonly Placed[], gutters: readonly number[]): Placed[][] {
  const columns = [...gutters, Number.POSITIVE_INFINITY].map((): Placed[] => []);
  for (const part of parts) {
    const column = gutters.findIndex((x) => part.left < x);
    columns[column < 0 ? gutters.length : column]?.push(part);
  }
  const whole: Placed[][] = [];
  let marks: Placed[] = [];
  for (const column of columns) {
    const characters = column.reduce((sum, part) => sum + part.characters, 0);
    const isMarks = column.every(({ table }) => !table) && characters < least.characters * column.length;
    marks.push(...column);
    if (isMarks) continue;
    whole.push(marks);
    marks = [];
  }
  if (marks.length > 0) whole.push([...(whole.pop() ?? []), ...marks]);
  return whole;
}

const overlap = (one: Element, other: Element): number =>
  (Math.min(one.right, other.right) - Math.max(one.left, other.left)) /
  Math.max(1, Math.min(one.right - one.left, other.right - other.left));

/** The narrowest gap between columns that a file draws as one line, in font sizes. */
const acrossGap = 1.5;

/** Returns true where a file goes on from one column of prose to another, on the same line or to and fro between them. */
function isAcross(part: Placed, before: Placed, earlier: Placed | undefined): boolean {
  if (Math.min(part.characters, before.characters) < prose.characters) return false;
  const height = Math.abs(part.y - before.y) / part.size;
  if (height <= 0.2 && part.left - before.right > acrossGap * part.size) return true;
  return height <= 3 && overlap(part, before) < 0 && earlier !== undefined && overlap(part, earlier) > 0.3;
}

/**
 * Counts where the order of a file cannot be that of reading: it goes up within a column, or across columns. `isMargin` tells what stands at the
 * edges of the page, which many files draw first or last.
 */
function countContradictions(parts: readonly Placed[], isMargin: (part: Placed) => boolean): number {
  let count = 0;
  let [before, earlier]: (Placed | undefined)[] = [];
  let line: Placed | undefined;
  for (const part of parts) {
    if (isMargin(part)) continue;
    if (before !== undefined && line !== undefined) {
      const isUp = part.y > line.y + 0.5 * Math.max(part.size, line.size);
      if ((isUp && overlap(part, line) > 0.3) || isAcross(part, before, earlier)) count++;
    }
    const isOnLine = line !== undefined && Math.abs(part.y - line.y) <= 0.2 * part.size;
    line = isOnLine && line ? { ...line, right: Math.max(line.right, part.right) } : part;
    [before, earlier] = [part, before];
  }
  return count;
}

/** An order by places that parts more neighbours than this for each contradiction is less sure than that of the file. */
const mostParted = { each: 3, first: 3 };

/** Returns the elements of a page, given in the order of the file, by their places if the order of the file contradicts them; otherwise undefined. */
export function reorder(parts: readonly Placed[], isMargin: (part: Placed) => boolean): Placed[] | undefined {
  const contradictions = countContradictions(parts, isMargin);
  if (contradictions === 0) return undefined;
  const ordered = [...orderRegion(parts, 0)];
  const places = new Map(ordered.map((part, at) => [part, at]));
  const body = parts.filter((part) => !isMargin(part));
  const parted = body.filter((part, at) => {
    const next = body[at + 1];
    return next !== undefined && places.get(next) !== (places.get(part) ?? 0) + 1;
  });
  return parted.length <= mostParted.each * contradictions + mostParted.first ? ordered : undefined;
}

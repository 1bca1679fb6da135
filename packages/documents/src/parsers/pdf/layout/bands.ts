/** A part of a page that is read as a whole: a segment of a line, or a table. */
export interface Element {
  left: number;
  right: number;
  /** The height of the letters of its first line, and the baseline of its last. */
  top: number;
  y: number;
  size: number;
}

interface Interval {
  from: number;
  to: number;
}

/** Elements that no horizontal white space divides, with the white space beside and between them. */
export interface Band<Part extends Element> {
  parts: readonly Part[];
  top: number;
  y: number;
  free: readonly Interval[];
}

/** The narrowest white space between columns in font sizes, and the most that are looked at. */
const leastGutter = 0.9;
const mostGutters = 20;

const findFree = (parts: readonly Pick<Element, 'left' | 'right'>[], least: number): Interval[] => {
  const free: Interval[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const { left, right } of parts.toSorted((one, other) => one.left - other.left)) {
    if (left - from >= least) free.push({ from, to: left });
    from = Math.max(from, right);
  }
  return [...free, { from, to: Number.POSITIVE_INFINITY }];
};

const toBand = <Part extends Element>(parts: readonly Part[]): Band<Part> => ({
  parts,
  top: Math.max(...parts.map(({ top }) => top)),
  y: Math.min(...parts.map(({ y }) => y)),
  free: findFree(parts, leastGutter * Math.min(...parts.map(({ size }) => size))),
});

/** Splits a region at the horizontal white space that crosses it, from the top. */
export function findBands<Part extends Element>(parts: readonly Part[]): Band<Part>[] {
  const bands: Part[][] = [];
  let bottom = Number.POSITIVE_INFINITY;
  for (const part of parts.toSorted((one, other) => other.top - one.top)) {
    const band = bands.at(-1);
    const isWithin = band !== undefined && part.top > bottom;
    if (isWithin) band.push(part);
    else bands.push([part]);
    bottom = isWithin ? Math.min(bottom, part.y) : part.y;
  }
  return bands.map(toBand);
}

const isInner = ({ from, to }: Interval): boolean => Number.isFinite(from) && Number.isFinite(to);

const intersect = (some: readonly Interval[], others: readonly Interval[], least: number): Interval[] =>
  some.flatMap(({ from, to }) =>
    others
      .map((other) => ({ from: Math.max(from, other.from), to: Math.min(to, other.to) }))
      .filter((both) => both.to - both.from >= least),
  );

/** The white space that some bands have in common from one on, and the index of the band behind them. */
export interface Gutters {
  between: readonly Interval[];
  end: number;
}

/** Returns the white space between a band and the next, where one stands to the left of the other on baselines of its own. */
const findBetween = (band: Band<Element>, next: Band<Element> | undefined, least: number): Interval[] => {
  if (next === undefined || band.y - next.y > 2 * Math.max(...band.parts.map(({ size }) => size))) return [];
  const both = findFree([band, next].map(boxAcross), least);
  return both.filter(isInner);
};

const boxAcross = ({ parts }: Band<Element>): Pick<Element, 'left' | 'right'> => ({
  left: Math.min(...parts.map(({ left }) => left)),
  right: Math.max(...parts.map(({ right }) => right)),
});

/** Follows the white space inside a band, or between two, downwards as far as it goes. Undefined where there is none. */
export function followGutters(bands: readonly Band<Element>[], from: number): Gutters | undefined {
  const first = bands[from];
  if (first === undefined) return undefined;
  const least = leastGutter * Math.min(...first.parts.map(({ size }) => size));
  const inside = first.free.filter(isInner);
  let between = (inside.length > 0 ? inside : findBetween(first, bands[from + 1], least)).slice(
    0,
    mostGutters,
  );
  if (between.length === 0) return undefined;
  let end = from + 1;
  for (; end < bands.length; end++) {
    const common = intersect(between, bands[end]?.free ?? [], least);
    if (common.length === 0) break;
    between = common.slice(0, mostGutters);
  }
  return { between, end };
}

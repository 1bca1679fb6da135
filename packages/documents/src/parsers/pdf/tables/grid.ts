import { type Box, boxAround, clusters, nearestIndex } from './geometry.ts';
import type { Ruling, Rulings } from './rulings.ts';

/** The cells of a table that lines separate. */
export interface Grid {
  box: Box;
  cells: readonly Box[];
}

const snap = 3;
/** The most positions of lines in one direction; more are a drawing. */
const most = 400;
/** Horizontal lines whose ends differ by less belong to one table, which may have no lines at its sides. */
const sameEnds = 4;
/** A line has to cover this share of a side, because lines rarely meet exactly. */
const covered = 0.7;

/** A space between two lines that no line crosses parts two tables where it is this many times as high as usual. */
const parting = 2.5;

/**
 * Splits horizontal lines of one width where one table ends and another begins: at spaces that no vertical line crosses, if the spaces above and
 * below have both sides, or the space is high.
 */
function splitTables(group: readonly Ruling[], vertical: readonly Ruling[]): Ruling[][] {
  const lines = group.toSorted((one, other) => one.at - other.at);
  const [first] = lines;
  if (first === undefined) return [];
  const near = vertical.filter(({ at }) => at >= first.from - sameEnds && at <= first.to + sameEnds);
  const spaces = lines.slice(1).map(({ at }, index) => {
    const from = lines[index]?.at ?? at;
    const crossing = near.filter((ruling) => ruling.from < (from + at) / 2 && ruling.to > (from + at) / 2);
    const hasSides = [first.from, first.to].every((end) =>
      crossing.some((ruling) => Math.abs(ruling.at - end) <= sameEnds),
    );
    return { height: at - from, isCrossed: crossing.length > 0, hasSides };
  });
  const heights = spaces.map(({ height }) => height).toSorted((one, other) => one - other);
  const highest = parting * (heights[Math.floor(heights.length / 2)] ?? 0);
  const tables: Ruling[][] = [[first]];
  for (const [index, line] of lines.slice(1).entries()) {
    const space = spaces[index];
    const isBetween = [index - 1, index + 1].every((at) => spaces[at]?.hasSides === true);
    const isOpen = space && !space.isCrossed && space.height > snap;
    if (isOpen && (isBetween || space.height > highest)) tables.push([]);
    tables.at(-1)?.push(line);
  }
  return tables;
}

/** Adds the sides of tables whose horizontal lines all begin and end alike, and which have no lines there. */
function withSides({ horizontal, vertical }: Rulings): Rulings {
  const groups: Ruling[][] = [];
  for (const ruling of horizontal) {
    const group = groups.find(
      ([first]) =>
        first !== undefined &&
        Math.abs(first.from - ruling.from) <= sameEnds &&
        Math.abs(first.to - ruling.to) <= sameEnds,
    );
    if (group) group.push(ruling);
    else groups.push([ruling]);
  }
  const sides = groups
    .flatMap((group) => splitTables(group, vertical))
    .flatMap((group): Ruling[] => {
      const [first] = group;
      if (first === undefined || group.length < 3) return [];
      const [from, to] = [Math.min(...group.map(({ at }) => at)), Math.max(...group.map(({ at }) => at))];
      const isCrossed = vertical.some(
        (ruling) =>
          ruling.at > first.from + snap &&
          ruling.at < first.to - snap &&
          ruling.from < to &&
          ruling.to > from,
      );
      return isCrossed ? [first.from, first.to].map((at) => ({ at, from, to })) : [];
    });
  return { horizontal, vertical: [...vertical, ...sides] };
}

/** Which positions lie between two neighbours of `along` that a line at `across` connects: `edges[across][along]`. */
function detectEdges(
  rulings: readonly Ruling[],
  across: readonly number[],
  along: readonly number[],
): boolean[][] {
  const edges = across.map(() => along.slice(1).map(() => 0));
  for (const { at, from, to } of rulings) {
    const row = edges[nearestIndex(across, at)];
    if (row === undefined) continue;
    for (const [index, start] of along.entries()) {
      const end = along[index + 1];
      if (end === undefined) continue;
      const part = Math.min(to, end) - Math.max(from, start);
      if (part > 0) row[index] = (row[index] ?? 0) + part / (end - start);
    }
  }
  return edges.map((row) => row.map((share) => share >= covered));
}

/** Sets that are joined step by step. */
class Sets {
  readonly #parents: number[];

  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_none, at) => at);
  }

  find(at: number): number {
    let root = at;
    while (this.#parents[root] !== root) root = this.#parents[root] ?? root;
    let next = at;
    while (next !== root) {
      const parent = this.#parents[next] ?? root;
      this.#parents[next] = root;
      next = parent;
    }
    return root;
  }

  join(one: number, other: number): void {
    this.#parents[this.find(one)] = this.find(other);
  }

  groups(): number[][] {
    const groups = new Map<number, number[]>();
    for (const at of this.#parents.keys()) {
      const root = this.find(at);
      const group = groups.get(root);
      if (group) group.push(at);
      else groups.set(root, [at]);
    }
    return [...groups.values()];
  }
}

/** The spaces between neighbouring lines of both directions; those that no line separates are in one set. */
class Lattice {
  readonly #xs: readonly number[];
  readonly #ys: readonly number[];
  readonly #sets: Sets;

  constructor(rulings: Rulings, xs: readonly number[], ys: readonly number[]) {
    this.#xs = xs;
    this.#ys = ys;
    const horizontal = detectEdges(rulings.horizontal, ys, xs);
    const vertical = detectEdges(rulings.vertical, xs, ys);
    // The last set is the page around the table, to which spaces without a closed border belong.
    this.#sets = new Sets(this.#columns * this.#rows + 1);
    for (const [y, edges] of horizontal.entries())
      for (const [x, isClosed] of edges.entries())
        if (!isClosed) this.#sets.join(this.#at(x, y), this.#at(x, y - 1));
    for (const [x, edges] of vertical.entries())
      for (const [y, isClosed] of edges.entries())
        if (!isClosed) this.#sets.join(this.#at(x, y), this.#at(x - 1, y));
  }

  get #columns(): number {
    return this.#xs.length - 1;
  }

  get #rows(): number {
    return this.#ys.length - 1;
  }

  #at(x: number, y: number): number {
    const isOutside = x < 0 || y < 0 || x >= this.#columns || y >= this.#rows;
    return isOutside ? this.#columns * this.#rows : y * this.#columns + x;
  }

  /** Returns the rectangle that a set fills, if it fills one. */
  #boxOf(spaces: readonly number[]): Box | undefined {
    const across = spaces.map((space) => space % this.#columns);
    const up = spaces.map((space) => Math.floor(space / this.#columns));
    const [left, right] = [Math.min(...across), Math.max(...across) + 1];
    const [bottom, top] = [Math.min(...up), Math.max(...up) + 1];
    if ((right - left) * (top - bottom) !== spaces.length) return undefined;
    const [xs, ys] = [this.#xs, this.#ys];
    return { left: xs[left] ?? 0, right: xs[right] ?? 0, bottom: ys[bottom] ?? 0, top: ys[top] ?? 0 };
  }

  cells(): Box[] {
    const page = this.#columns * this.#rows;
    return this.#sets
      .groups()
      .flatMap((spaces) => (spaces.includes(page) ? [] : (this.#boxOf(spaces) ?? [])));
  }
}

/** Finds the rectangles that lines enclose and that no line divides. */
function detectCells(rulings: Rulings): Box[] {
  const xs = clusters(
    rulings.vertical.map(({ at }) => at),
    snap,
  );
  const ys = clusters(
    rulings.horizontal.map(({ at }) => at),
    snap,
  );
  if (xs.length < 2 || ys.length < 2 || xs.length > most || ys.length > most) return [];
  return new Lattice(rulings, xs, ys).cells();
}

const touch = (one: Box, other: Box): boolean => {
  const isBeside =
    Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) > snap &&
    (Math.abs(one.right - other.left) <= snap || Math.abs(other.right - one.left) <= snap);
  const isAbove =
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > snap &&
    (Math.abs(one.top - other.bottom) <= snap || Math.abs(other.top - one.bottom) <= snap);
  return isBeside || isAbove;
};

/** Finds the tables that lines draw: cells that share sides, at least two of them. */
export function findGrids(rulings: Rulings): Grid[] {
  const cells = detectCells(withSides(rulings)).toSorted((one, other) => other.top - one.top);
  if (cells.length > most * 10) return [];
  const sets = new Sets(cells.length);
  for (const [at, cell] of cells.entries())
    for (let next = at + 1; next < cells.length; next++) {
      const other = cells[next];
      if (other === undefined || other.top < cell.bottom - snap) break;
      if (touch(cell, other)) sets.join(at, next);
    }
  return sets
    .groups()
    .map((group) => group.flatMap((at) => cells[at] ?? []))
    .filter((group) => group.length >= 2)
    .map((group) => ({ box: boxAround(group), cells: group }));
}

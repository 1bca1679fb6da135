import type { PDFPageProxy } from 'pdfjs-dist';
import { createTransform } from '../pdf-transform.ts';
import type { Upright } from '../pdf-upright.ts';
import { clusters, nearestIndex } from './geometry.ts';

/** A straight line on a page: at `at` across its direction, from `from` to `to` along it. */
export interface Ruling {
  at: number;
  from: number;
  to: number;
  /** True for the edge of a background, which is no line that somebody drew. */
  isEdge?: boolean;
}

export interface Rulings {
  horizontal: readonly Ruling[];
  vertical: readonly Ruling[];
}

export const noRulings: Rulings = { horizontal: [], vertical: [] };

type Point = readonly [x: number, y: number];

/** Rectangles that are thinner are lines, and lines that lean by less are straight. */
const thin = 3;
/** Lines that are closer across their direction are one, and gaps along it up to this length are closed. */
const tolerance = { across: 2.5, along: 3 };
const shortest = 5;
/** The most lines of a page; more are a drawing. */
const most = 6000;

/** The commands of a path of pdfjs and the numbers that follow each. */
const path = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 };

/** Splits a path into the points of its parts. Curves end the part before them, so that rounded corners leave straight edges. */
function splitSubpaths(data: Float32Array): Point[][] {
  const parts: Point[][] = [];
  let points: Point[] = [];
  const begin = (x: number, y: number) => {
    if (points.length > 1) parts.push(points);
    points = [[x, y]];
  };
  for (let at = 0; at < data.length; ) {
    const command = data[at];
    const number = (offset: number): number => data[at + offset] ?? 0;
    if (command === path.moveTo) begin(number(1), number(2));
    else if (command === path.lineTo) points.push([number(1), number(2)]);
    else if (command === path.curveTo) begin(number(5), number(6));
    else if (command === path.quadraticCurveTo) begin(number(3), number(4));
    else if (command === path.closePath && points[0] !== undefined) points.push(points[0]);
    at +=
      command === path.curveTo
        ? 7
        : command === path.quadraticCurveTo
          ? 5
          : command === path.closePath
            ? 1
            : 3;
  }
  if (points.length > 1) parts.push(points);
  return parts;
}

class Collector {
  readonly horizontal: Ruling[] = [];
  readonly vertical: Ruling[] = [];

  get size(): number {
    return this.horizontal.length + this.vertical.length;
  }

  add([x1, y1]: Point, [x2, y2]: Point, isEdge = false): void {
    const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
    if (height <= 1 && width > 1)
      this.horizontal.push({ at: (y1 + y2) / 2, from: Math.min(x1, x2), to: Math.max(x1, x2), isEdge });
    else if (width <= 1 && height > 1)
      this.vertical.push({ at: (x1 + x2) / 2, from: Math.min(y1, y2), to: Math.max(y1, y2), isEdge });
  }

  /** A filled area is a line where it is thin. Otherwise its edges are lines, because they bound the background of a cell. */
  addArea(points: readonly Point[]): void {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    if (top - bottom <= thin && right - left > thin) this.horizontal.push({ at: y, from: left, to: right });
    else if (right - left <= thin && top - bottom > thin)
      this.vertical.push({ at: x, from: bottom, to: top });
    else if (top - bottom > thin)
      for (const [at, point] of points.entries()) if (at > 0) this.add(points[at - 1] ?? point, point, true);
  }
}

/** Joins lines that continue each other. */
function merged(rulings: readonly Ruling[]): Ruling[] {
  const positions = clusters(
    rulings.map(({ at }) => at),
    tolerance.across,
  );
  const groups = positions.map((): Ruling[] => []);
  for (const ruling of rulings) groups[nearestIndex(positions, ruling.at)]?.push(ruling);
  return groups.flatMap((group, index) => {
    const at = positions[index] ?? 0;
    const joined: Ruling[] = [];
    for (const { from, to, isEdge = false } of group.toSorted((one, other) => one.from - other.from)) {
      const last = joined.at(-1);
      if (last !== undefined && from <= last.to + tolerance.along) {
        last.to = Math.max(last.to, to);
        last.isEdge &&= isEdge;
      } else joined.push({ at, from, to, isEdge });
    }
    return joined.filter(({ from, to }) => to - from >= shortest);
  });
}

const isPath = (args: unknown): args is [number, [Float32Array]] =>
  Array.isArray(args) &&
  typeof args[0] === 'number' &&
  Array.isArray(args[1]) &&
  args[1][0] instanceof Float32Array;

/** Adds the lines of a path that is drawn or filled. */
function addPath(found: Collector, parts: readonly (readonly Point[])[], isFilled: boolean): void {
  for (const points of parts) {
    if (isFilled) found.addArea(points);
    else for (const [at, point] of points.entries()) if (at > 0) found.add(points[at - 1] ?? point, point);
  }
}

/** Reads the straight lines that a page draws. A drawing of more lines than tables have returns none. */
export async function readRulings(page: PDFPageProxy, upright: Upright): Promise<Rulings> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const fills = new Set<number>([OPS.fill, OPS.eoFill]);
  const strokes = new Set<number>([
    ...[OPS.stroke, OPS.closeStroke, OPS.fillStroke],
    ...[OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke],
  ]);
  const { fnArray, argsArray } = await page.getOperatorList();
  const transform = createTransform(OPS);
  const found = new Collector();
  for (const [index, operation] of fnArray.entries()) {
    const args: unknown = argsArray[index];
    transform.follow(operation, args);
    if (operation !== OPS.constructPath || !isPath(args)) continue;
    const [paint, [data]] = args;
    if (!strokes.has(paint) && !fills.has(paint)) continue;
    const parts = splitSubpaths(data).map((points) =>
      points.map(([x, y]) => upright.point(...transform.point(x, y))),
    );
    addPath(found, parts, fills.has(paint));
    if (found.size > most) return noRulings;
  }
  return { horizontal: merged(found.horizontal), vertical: merged(found.vertical) };
}

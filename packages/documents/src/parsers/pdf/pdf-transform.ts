import type { Box } from './tables/geometry.ts';

/** A PDF transformation: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = readonly [number, number, number, number, number, number];

const unit: Matrix = [1, 0, 0, 1, 0, 0];

const isMatrix = (value: unknown): value is Matrix =>
  Array.isArray(value) && value.length === 6 && value.every((number) => typeof number === 'number');

/** Returns the matrix of a form, which pdfjs keeps as an array of floats. */
const readMatrix = (value: unknown): Matrix | undefined => {
  const numbers: unknown = value instanceof Float32Array ? [...value] : value;
  return isMatrix(numbers) ? numbers : undefined;
};

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

type Operations = Record<
  'save' | 'restore' | 'transform' | 'paintFormXObjectBegin' | 'paintFormXObjectEnd',
  number
>;

/** Tracks the transformations on a page, so that the position of the next drawing is known. */
export function createTransform(OPS: Operations) {
  const kept: Matrix[] = [];
  let now = unit;
  const back = () => {
    now = kept.pop() ?? unit;
  };
  return {
    follow(operation: number, args: unknown): void {
      if (operation === OPS.save) kept.push(now);
      else if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) back();
      else if (operation === OPS.transform && isMatrix(args)) now = times(now, args);
      else if (operation === OPS.paintFormXObjectBegin) {
        kept.push(now);
        const matrix = readMatrix(Array.isArray(args) ? args[0] : undefined);
        if (matrix !== undefined) now = times(now, matrix);
      }
    },
    /** Returns the position on the page of a point of a drawing. */
    point(x: number, y: number): readonly [x: number, y: number] {
      const [a, b, c, d, e, f] = now;
      return [a * x + c * y + e, b * x + d * y + f];
    },
    /** The box of a picture that is drawn now, which fills the unit square. */
    box(): Box {
      const [a, b, c, d, e, f] = now;
      const [xs, ys] = [
        [e, e + a, e + c, e + a + c],
        [f, f + b, f + d, f + b + d],
      ];
      return {
        ...{ left: Math.min(...xs), right: Math.max(...xs) },
        ...{ bottom: Math.min(...ys), top: Math.max(...ys) },
      };
    },
  };
}

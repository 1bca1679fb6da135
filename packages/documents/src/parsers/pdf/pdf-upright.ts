import type { PdfItem } from './pdf-lines.ts';

type Quarter = 0 | 1 | 2 | 3;

/** Turns a point by quarters of a circle to the right. */
const turn = (quarter: Quarter, x: number, y: number): readonly [x: number, y: number] => {
  if (quarter === 1) return [y, -x];
  if (quarter === 2) return [-x, -y];
  return quarter === 3 ? [-y, x] : [x, y];
};

/** The direction in which a text is written: 0 to the right, 1 up, 2 to the left, 3 down. */
const detectDirection = ({ transform: [a = 0, b = 0] }: PdfItem): Quarter => {
  if (Math.abs(b) > Math.abs(a)) return b > 0 ? 1 : 3;
  return a < 0 ? 2 : 0;
};

/** Tells how most of the text of a page is turned. */
export function readingDirection(items: readonly PdfItem[]): Quarter {
  const characters = [0, 0, 0, 0];
  for (const item of items) {
    const direction = detectDirection(item);
    characters[direction] = (characters[direction] ?? 0) + item.str.trim().length;
  }
  const most = characters.indexOf(Math.max(...characters));
  return most === 1 || most === 2 || most === 3 ? most : 0;
}

/** Functions that turn a page so that most of its text is written to the right. */
export function createUpright(quarter: Quarter) {
  return {
    point: (x: number, y: number) => turn(quarter, x, y),
    item: (item: PdfItem): PdfItem => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.transform;
      const transform = [...turn(quarter, a, b), ...turn(quarter, c, d), ...turn(quarter, e, f)];
      return quarter === 0 ? item : { ...item, transform };
    },
  };
}
export type Upright = ReturnType<typeof createUpright>;

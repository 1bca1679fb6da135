/** A run of text from pdfjs: `transform` is the PDF text matrix, y grows upwards, units are points. */
export type PdfItem = {
  str: string;
  transform: readonly number[];
  width: number;
  height: number;
  hasEOL: boolean;
  /** The name that pdfjs gives to the font. */
  fontName: string;
  /** The direction of writing: to the right, to the left or downwards. */
  dir?: string;
  /** The value of a form's field. */
  isField?: true;
};

/** A line of text. `font` is absent when it has several, and `isField` is set when it has the value of a form's field. */
export type PdfLine = {
  text: string;
  size: number;
  font?: string;
  x: number;
  y: number;
  isField?: true;
};

/** A gap from this share of the font size on is a space. */
const space = 0.15;

const isCjk = (character: string | undefined) =>
  character !== undefined && /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(character);
const isRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Returns true for runs between which the file has a space of its own, or none may be added. */
const areJoined = (before: string, text: string): boolean =>
  /[\s(]$/u.test(before) ||
  /^[\s.,;:)]/u.test(text) ||
  isRightToLeft.test(before) ||
  isRightToLeft.test(text);

const place = ({ transform: [, , , , x = 0, y = 0] }: PdfItem) => ({ x, y });

/** Returns true where the file leaves out the space between two runs. */
function isApart(before: PdfItem, run: PdfItem, size: number): boolean {
  if (areJoined(before.str, run.str)) return false;
  const [start, next] = [place(before), place(run)];
  const least = (isCjk(before.str.at(-1)) && isCjk(run.str.at(0)) ? 1 : space) * size;
  const isOfOneSize = Math.min(measureFontSize(run), measureFontSize(before)) > 0.9 * size;
  const isOtherLine = isOfOneSize && Math.abs(next.y - start.y) >= 0.5 * size;
  return next.x - (start.x + before.width) > least || next.x < start.x || isOtherLine;
}

/** Joins runs to a text, with the spaces that their places show. */
function joinRuns(runs: readonly PdfItem[], size: number): string {
  let text = '';
  let before: PdfItem | undefined;
  for (const run of runs) {
    if (before !== undefined && isApart(before, run, size)) text += ' ';
    text += run.str;
    if (run.str !== '') before = run;
  }
  return text;
}

/** Joins the runs of a line. Its size is that of most of its characters. Returns null where it has no text. */
export function toLine(runs: readonly PdfItem[]): PdfLine | null {
  const first = runs.find((run) => run.str.trim() !== '');
  if (first === undefined) return null;
  const weights = new Map<number, number>();
  for (const run of runs)
    weights.set(measureFontSize(run), (weights.get(measureFontSize(run)) ?? 0) + run.str.trim().length);
  const size = heaviest(weights) ?? 0;
  const text = joinRuns(runs, size)
    .replace(/\s+/g, ' ')
    // Shortens the dots before a page number in a table of contents.
    .replace(/(\s?\.){5,}\s*/g, ' … ')
    .trim();
  const [, , , , x = 0, y = 0] = first.transform;
  const isWhole = runs.every(({ str, fontName }) => fontName === first.fontName || str.trim() === '');
  const hasField = runs.some(({ isField }) => isField);
  const line: PdfLine = { text, size, x, y, ...(hasField ? { isField: true } : {}) };
  return isWhole ? { ...line, font: first.fontName } : line;
}

/** Returns the key with the greatest weight. */
export function heaviest<Key>(weights: ReadonlyMap<Key, number>): Key | undefined {
  let best: Key | undefined;
  let most = -1;
  for (const [key, weight] of weights) {
    if (weight <= most) continue;
    best = key;
    most = weight;
  }
  return best;
}

/** The font size in half points. */
export function measureFontSize(run: PdfItem): number {
  const scale = Math.hypot(run.transform[2] ?? 0, run.transform[3] ?? 0);
  return Math.round((scale > 0 ? scale : run.height) * 2) / 2;
}

/** A run of text from pdfjs: `transform` is the PDF text matrix, y grows upwards, units are points. */
export type PdfItem = {
  str: string;
  transform: readonly number[];
  width: number;
  height: number;
  hasEOL: boolean;
  /** The name that pdfjs gives to the font. */
  fontName: string;
  /** The value of a form's field. */
  isField?: true;
};

/** Runs of text that are close together; wide gaps separate the cells of a table. */
export type PdfCell = { text: string; x: number; end: number };

/** A line of text. `font` is absent when it has several, and `isField` is set when it has the value of a form's field. */
export type PdfLine = {
  text: string;
  size: number;
  font?: string;
  x: number;
  y: number;
  cells: readonly PdfCell[];
  isField?: true;
};

/** Gaps from this share of the font size on are spaces, and from the second on they separate cells. */
const gaps = { space: 0.15, cell: 0.7 };

/** Joins a page's runs to lines. The size of a line is that of most of its characters. */
export function pageLines(items: readonly PdfItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let runs: PdfItem[] = [];
  for (const item of items) {
    if (item.str !== '') runs.push(item);
    if (!item.hasEOL) continue;
    const line = toLine(runs);
    if (line !== null) lines.push(line);
    runs = [];
  }
  const last = toLine(runs);
  if (last !== null) lines.push(last);
  return lines;
}

function toLine(runs: readonly PdfItem[]): PdfLine | null {
  const text = runs
    .map((run) => run.str)
    .join('')
    .replace(/\s+/g, ' ')
    // Shortens the dots before a page number in a table of contents.
    .replace(/(\s?\.){5,}\s*/g, ' … ')
    .trim();
  const first = runs.find((run) => run.str.trim() !== '');
  if (text === '' || first === undefined) return null;
  const weights = new Map<number, number>();
  for (const run of runs)
    weights.set(measureFontSize(run), (weights.get(measureFontSize(run)) ?? 0) + run.str.trim().length);
  const size = heaviest(weights) ?? 0;
  const [, , , , x = 0, y = 0] = first.transform;
  const isWhole = runs.every(({ str, fontName }) => fontName === first.fontName || str.trim() === '');
  const cells = joinSigns(groupIntoCells(runs, size));
  const hasField = runs.some(({ isField }) => isField);
  const line: PdfLine = { text, size, x, y, cells, ...(hasField ? { isField: true } : {}) };
  return isWhole ? { ...line, font: first.fontName } : line;
}

function groupIntoCells(runs: readonly PdfItem[], size: number): PdfCell[] {
  const cells: PdfCell[] = [];
  for (const { str, transform, width } of runs) {
    const text = str.replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    const x = transform[4] ?? 0;
    const last = cells.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : x - last.end;
    if (last === undefined || gap > gaps.cell * size) cells.push({ text, x, end: x + width });
    else {
      last.text += gap > gaps.space * size ? ` ${text}` : text;
      last.end = Math.max(last.end, x + width);
    }
  }
  return cells;
}

/**
 * Joins signs of currencies and percentages with their numbers, because financial statements set them in cells of their own.
 */
function joinSigns(cells: readonly PdfCell[]): PdfCell[] {
  const whole: PdfCell[] = [];
  for (const cell of cells) {
    const last = whole.at(-1);
    const isCurrency = last !== undefined && /^[$€£¥]$/.test(last.text);
    if (last !== undefined && (isCurrency || /^[)%]+$/.test(cell.text))) {
      last.text += isCurrency || cell.text.startsWith('%') ? ` ${cell.text}` : cell.text;
      last.end = cell.end;
    } else whole.push({ ...cell });
  }
  return whole;
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
function measureFontSize(run: PdfItem): number {
  const scale = Math.hypot(run.transform[2] ?? 0, run.transform[3] ?? 0);
  return Math.round((scale > 0 ? scale : run.height) * 2) / 2;
}

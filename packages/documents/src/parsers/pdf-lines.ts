/** A run of text as pdfjs gives it: `transform` is the PDF text matrix, y grows upwards, units are points. */
export type PdfItem = { str: string; transform: readonly number[]; height: number; hasEOL: boolean };

export type PdfLine = { text: string; size: number; x: number; y: number };

/** Joins a page's runs to lines; a line's size is that of most of its characters. */
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
    // The dots that lead to a page number in a table of contents.
    .replace(/(\s?\.){5,}\s*/g, ' … ')
    .trim();
  const first = runs.find((run) => run.str.trim() !== '');
  if (text === '' || first === undefined) return null;
  const weights = new Map<number, number>();
  for (const run of runs) weights.set(sizeOf(run), (weights.get(sizeOf(run)) ?? 0) + run.str.trim().length);
  return { text, size: heaviest(weights), x: first.transform[4] ?? 0, y: first.transform[5] ?? 0 };
}

/** The key with the greatest weight. */
export function heaviest(weights: ReadonlyMap<number, number>): number {
  let best = 0;
  let most = -1;
  for (const [key, weight] of weights) {
    if (weight <= most) continue;
    best = key;
    most = weight;
  }
  return best;
}

/** Font size in half points. */
function sizeOf(run: PdfItem): number {
  const scale = Math.hypot(run.transform[2] ?? 0, run.transform[3] ?? 0);
  return Math.round((scale > 0 ? scale : run.height) * 2) / 2;
}

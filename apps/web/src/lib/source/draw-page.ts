import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { findQuote, findRow } from './find-quote.ts';

/** The elements that make up a page: its picture, the selectable words over it, and the marks. */
export interface PageParts {
  canvas: HTMLCanvasElement;
  words: HTMLElement;
  marks: HTMLElement;
}

interface Drawing {
  number: number;
  /** Width in CSS pixels. */
  width: number;
  /** The quote to mark if it is on this page. */
  quote: string | undefined;
}

interface Item {
  str: string;
  transform: number[];
  width: number;
  height: number;
}

/** The most canvas pixels per CSS pixel. More would cost memory without looking sharper. */
const finest = 2;
/** The distance by which letters reach below their baseline, as a share of their height. */
const descent = 0.2;

type Viewport = ReturnType<PDFPageProxy['getViewport']>;

/**
 * The text items to mark: those of the lines that share a row's numbers, or those from the first to the last letter of the
 * quote.
 */
const citedItems = (items: readonly Item[], quote: string): readonly Item[] => {
  const found = findQuote(
    items.map(({ str }) => str),
    quote,
  );
  if (found) return items.slice(found.from.text, found.to.text + 1);
  const lines = [...Map.groupBy(items, ({ transform }) => Math.round(transform[5] ?? 0)).values()];
  const row = findRow(
    lines.map((line) => line.map(({ str }) => str).join(' ')),
    quote,
  );
  return row === undefined ? [] : (lines[row] ?? []);
};

/** The types of pdfjs do not say that a point has exactly two numbers. */
const pointOf = (viewport: Viewport, x: number, y: number): readonly number[] =>
  viewport.convertToViewportPoint(x, y) as number[];

const placeItem = ({ transform, width, height }: Item, viewport: Viewport) => {
  const [, , , , x = 0, y = 0] = transform;
  const [left = 0, top = 0] = pointOf(viewport, x, y + height);
  const [right = 0, bottom = 0] = pointOf(viewport, x + width, y - height * descent);
  return {
    left: Math.min(left, right),
    top: Math.min(top, bottom),
    width: Math.abs(right - left),
    height: Math.abs(bottom - top),
  };
};

const drawMarks = (marks: HTMLElement, items: readonly Item[], viewport: Viewport): void => {
  marks.replaceChildren(
    ...items
      .filter(({ str, width }) => str.trim() !== '' && width > 0)
      .map((item) => {
        const mark = document.createElement('i');
        mark.dataset['chunk'] = '';
        const { left, top, width, height } = placeItem(item, viewport);
        Object.assign(mark.style, {
          left: `${left}px`,
          top: `${top}px`,
          width: `${width}px`,
          height: `${height}px`,
        });
        return mark;
      }),
  );
};

/** Draws a page and marks the quote on it. Resolves to true when there was something to mark. */
export const drawPage = async (
  pdf: PDFDocumentProxy,
  { canvas, words, marks }: PageParts,
  { number, width, quote }: Drawing,
  signal: AbortSignal,
): Promise<boolean> => {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const dots = Math.min(finest, window.devicePixelRatio || 1);
  signal.throwIfAborted();
  canvas.width = Math.floor(viewport.width * dots);
  canvas.height = Math.floor(viewport.height * dots);
  Object.assign(canvas.style, { width: `${viewport.width}px`, height: `${viewport.height}px` });
  const task = page.render({
    canvas,
    viewport,
    transform: dots === 1 ? undefined : [dots, 0, 0, dots, 0, 0],
  });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  const content = await page.getTextContent();
  const items = content.items.flatMap((item) => ('str' in item ? [item as Item] : []));
  const cited = quote === undefined ? [] : citedItems(items, quote);
  drawMarks(marks, cited, viewport);
  words.replaceChildren();
  words.style.setProperty('--total-scale-factor', String(viewport.scale));
  await Promise.all([
    task.promise,
    new TextLayer({ textContentSource: content, container: words, viewport }).render(),
  ]);
  return cited.length > 0;
};

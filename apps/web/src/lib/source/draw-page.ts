import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawMarks, findMarked, type Item } from './page-marks.ts';

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

/** The most canvas pixels per CSS pixel. More would cost memory without looking sharper. */
const finest = 2;

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
  const marked = quote === undefined ? [] : findMarked(items, quote);
  words.replaceChildren();
  marks.replaceChildren();
  words.style.setProperty('--total-scale-factor', String(viewport.scale));
  const layer = new TextLayer({ textContentSource: content, container: words, viewport });
  await Promise.all([task.promise, layer.render()]);
  // The layer has one element for each item.
  const wordOf = (item: Item) => layer.textDivs[items.indexOf(item)];
  drawMarks(marks, { marked, viewport, words, wordOf });
  return marked.length > 0;
};

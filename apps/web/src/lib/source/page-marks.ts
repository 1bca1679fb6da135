import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { findQuote, findRow } from './find-quote.ts';

/** A piece of text of a page, with its place in the units of the document. */
export interface Item {
  str: string;
  transform: number[];
  width: number;
  height: number;
}

/** The distance by which letters reach below their baseline, as a share of their height. */
const descent = 0.2;

type Viewport = ReturnType<PDFPageProxy['getViewport']>;

/** A text item to mark, or the letters of it from `from` to `to`. */
interface Marked {
  item: Item;
  from: number;
  to: number;
}

const wholly = (item: Item): Marked => ({ item, from: 0, to: item.str.length });

/** Finds the parts to mark: the quote from its first to its last letter, or the lines that share a row's numbers. */
export const findMarked = (items: readonly Item[], quote: string): Marked[] => {
  const found = findQuote(
    items.map(({ str }) => str),
    quote,
  );
  if (found) {
    const { from, to } = found;
    return items.slice(from.text, to.text + 1).map((item, index) => ({
      item,
      from: index === 0 ? from.offset : 0,
      to: index === to.text - from.text ? to.offset : item.str.length,
    }));
  }
  const lines = [...Map.groupBy(items, ({ transform }) => Math.round(transform[5] ?? 0)).values()];
  const row = findRow(
    lines.map((line) => line.map(({ str }) => str).join(' ')),
    quote,
  );
  return row === undefined ? [] : (lines[row] ?? []).map(wholly);
};

/** The types of pdfjs do not say that a point has exactly two numbers. */
const toViewportPoint = (viewport: Viewport, x: number, y: number): readonly number[] =>
  viewport.convertToViewportPoint(x, y) as number[];

const placeItem = ({ transform, width, height }: Item, viewport: Viewport) => {
  const [, , , , x = 0, y = 0] = transform;
  const [left = 0, top = 0] = toViewportPoint(viewport, x, y + height);
  const [right = 0, bottom = 0] = toViewportPoint(viewport, x + width, y - height * descent);
  return {
    left: Math.min(left, right),
    top: Math.min(top, bottom),
    width: Math.abs(right - left),
    height: Math.abs(bottom - top),
  };
};

/** Returns where letters of an item stand on the page, by the word layer, which is drawn over it; undefined where it does not tell. */
const placeLetters = (
  { item, from, to }: Marked,
  word: HTMLElement | undefined,
  page: HTMLElement,
): { left: number; width: number } | undefined => {
  const text = word?.firstChild;
  if (!(text instanceof Text) || (from === 0 && to === item.str.length)) return undefined;
  const range = document.createRange();
  range.setStart(text, Math.min(from, text.length));
  range.setEnd(text, Math.min(to, text.length));
  const { left, width } = range.getBoundingClientRect();
  return width > 0 ? { left: left - page.getBoundingClientRect().left, width } : undefined;
};

interface Marking {
  marked: readonly Marked[];
  viewport: Viewport;
  /** The layer of selectable words, and the element of an item in it. */
  words: HTMLElement;
  wordOf: (item: Item) => HTMLElement | undefined;
}

/** Draws the marks into an element that lies over the page. */
export const drawMarks = (marks: HTMLElement, { marked, viewport, words, wordOf }: Marking): void => {
  marks.replaceChildren(
    ...marked
      .filter(({ item: { str, width } }) => str.trim() !== '' && width > 0)
      .map((each) => {
        const mark = document.createElement('i');
        mark.dataset['chunk'] = '';
        const whole = placeItem(each.item, viewport);
        const { left, top, width, height } = { ...whole, ...placeLetters(each, wordOf(each.item), words) };
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

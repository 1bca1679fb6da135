import { measureFontSize, type PdfItem } from '../pdf-lines.ts';

/** A page is written downwards where this share of its characters stands below each other. */
const leastVertical = 0.5;
/** The distances in font sizes within which a character goes on with a column: down from the one above it, and to the side. */
const step = { least: 0.4, most: 2.1, aside: 0.2 };

const upright = /[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\ufe10-\ufe4f\uff00-\uffef]/u;

interface Column {
  items: PdfItem[];
  /** The middle of the column, its upper end, and the baseline of its last character. */
  x: number;
  top: number;
  y: number;
  size: number;
}

const toText = ({ items }: Column): string => items.map(({ str }) => str).join('');

/** Returns a run of one character, or one of a font for vertical writing, as the beginning of a column. */
function toColumn(item: PdfItem): Column {
  const [, , , , left = 0, baseline = 0] = item.transform;
  const size = measureFontSize(item);
  const isDown = item.dir === 'ttb';
  const length = isDown ? item.height : size;
  const top = isDown ? baseline : baseline + 0.88 * size;
  const x = isDown ? left : left + item.width / 2;
  return { items: [item], x, top, y: top - length, size };
}

/** Returns true for a run that is written to the right. */
const isAcross = (item: PdfItem | undefined): boolean =>
  item !== undefined && item.dir !== 'ttb' && item.str.length > 1;

const goesOn = (column: Column, next: Column): boolean => {
  const size = Math.max(column.size, next.size);
  const gap = column.y - next.top;
  return (
    !isAcross(next.items[0]) &&
    !isAcross(column.items.at(-1)) &&
    Math.abs(column.x - next.x) <= step.aside * size &&
    gap >= (step.least - 1) * size &&
    gap <= (step.most - 1) * size
  );
};

/** Joins the runs of each column. Other runs are columns of their own. */
function findColumns(items: readonly PdfItem[]): Column[] {
  const columns: Column[] = [];
  for (const item of items) {
    if (item.str.trim() === '') continue;
    const next = toColumn(item);
    const last = columns.at(-1);
    if (last !== undefined && goesOn(last, next)) {
      last.items.push(...next.items);
      last.y = next.y;
      last.size = Math.max(last.size, next.size);
    } else columns.push(next);
  }
  return columns;
}

/**
 * Turns a page whose text is written downwards, as Japanese often is, into one of lines: what is furthest to the right becomes the first line.
 * Returns undefined for all other pages.
 */
export function layVertical(items: readonly PdfItem[]): PdfItem[] | undefined {
  const texts = items.filter(({ str }) => str.trim() !== '');
  const single = texts.filter(({ str, dir }) => dir === 'ttb' || (str.length <= 2 && upright.test(str)));
  if (texts.length === 0 || single.length < leastVertical * texts.length) return undefined;
  const columns = findColumns(texts);
  const characters = texts.reduce((sum, { str }) => sum + str.length, 0);
  const inColumns = columns.filter(
    (column) => toText(column).length > 2 && column.top - column.y > 2 * column.size,
  );
  const length = inColumns.reduce((sum, column) => sum + toText(column).length, 0);
  if (length < leastVertical * characters) return undefined;
  const aside = findAcross(columns);
  const across = new Set(aside.flat());
  const lines = columns.filter((column) => !across.has(column));
  return [...lines.map((line) => toItem(line, toText(line))), ...aside.map(toAside)];
}

/** A line across has at least this many single characters. */
const leastAcross = 3;

/** Returns the lines across the page, such as running heads: runs on one baseline that are no part of a column. */
function findAcross(columns: readonly Column[]): Column[][] {
  const single = columns.filter(({ items }) => items.length === 1 && items[0]?.dir !== 'ttb');
  const lines = Map.groupBy(single, ({ y }) => Math.round(y / 2));
  return [...lines.values()].filter(
    (line) => line.length >= leastAcross || line.some(({ items }) => isAcross(items[0])),
  );
}

const toItem = ({ items: [first], x, top, y, size }: Column, text: string): PdfItem => ({
  str: text.replaceAll(/[\ufe10-\ufe4f]/gu, (sign) => sign.normalize('NFKC')),
  transform: [size, 0, 0, size, -top, x - 0.4 * size],
  width: top - y,
  height: size,
  hasEOL: true,
  fontName: first?.fontName ?? '',
});

/** A line across stands behind the text, because its places are not those of lines. */
function toAside(line: readonly Column[]): PdfItem {
  const [first = { items: [], x: 0, top: 0, y: 0, size: 1 }] = line;
  const item = toItem(first, line.map(toText).join(''));
  const [size = 1, , , , x = 0, y = 0] = item.transform;
  return { ...item, transform: [0, size, -size, 0, x, y] };
}

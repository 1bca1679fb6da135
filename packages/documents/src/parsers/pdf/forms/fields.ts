import type { PdfItem } from '../pdf-lines.ts';
import type { Upright } from '../pdf-upright.ts';

/** The parts of an annotation of pdfjs that the parser uses. `rect` is its box: left, bottom, right and top in points of the page. */
export type PdfAnnotation = {
  subtype: string;
  rect?: readonly number[] | null;
  hidden?: boolean;
  password?: boolean;
  fieldType?: string | null;
  fieldName?: string;
  /** The name that the author of the form gives to the field. */
  alternativeText?: string;
  fieldValue?: unknown;
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
  options?: readonly { exportValue: string; displayValue: string }[];
  contentsObj?: { str: string };
  titleObj?: { str: string };
};

/** A value with the box of its field. */
type Value = { text: string; left: number; right: number; bottom: number; top: number; field: PdfAnnotation };

/** The place of a label among the texts of a page, and whether it stands before or after its field. */
type LabelPlace = { at: number; side: 'before' | 'after' };

/** Signs of a box with and without its cross, as forms of other formats have them. */
const signs = { checked: '☒', open: '☐' };
/** In points: baselines may be so far outside the box of a field, labels so far above it, and beside a box so far to its right. */
const reach = { line: 3, above: 16, beside: 30 };
/** The most fields of a page whose labels are looked for; those beyond are lines of their own, because each search reads all texts. */
const mostSearched = 2000;

const readStrings = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(readStrings) : typeof value === 'string' ? [value] : [];

/** The text that a field shows, or an empty one. Passwords and signatures have none. */
function readFieldValue(field: PdfAnnotation): string {
  const { fieldType, fieldValue, options = [] } = field;
  if (fieldType === 'Btn') {
    const own = field.radioButton ? field.buttonValue : field.exportValue;
    if (!field.checkBox && !field.radioButton) return '';
    return own !== undefined && own === fieldValue ? signs.checked : signs.open;
  }
  if (field.password || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  const shown = new Map(options.map(({ exportValue, displayValue }) => [exportValue, displayValue]));
  const texts = readStrings(fieldValue).map((text) =>
    fieldType === 'Ch' ? (shown.get(text) ?? text) : text,
  );
  return texts.join(', ').replace(/\s+/g, ' ').trim();
}

/** The values of a page with the boxes of their fields, which are turned as the page is. */
function readValues(annotations: readonly PdfAnnotation[], upright: Upright): Value[] {
  return annotations.flatMap((field) => {
    const isField = field.subtype === 'Widget' && !field.hidden;
    const text = isField ? readFieldValue(field) : field.subtype === 'FreeText' ? readComment(field) : '';
    const [x1, y1, x2, y2] = field.rect ?? [];
    if (text === '' || x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined)
      return [];
    const corners = [upright.point(x1, y1), upright.point(x2, y2)];
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return [
      {
        ...{ text, field },
        ...{ left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) },
      },
    ];
  });
}

const readComment = ({ contentsObj }: PdfAnnotation): string =>
  (contentsObj?.str ?? '').replace(/\s+/g, ' ').trim();

const locate = ({ transform }: PdfItem) => ({ x: transform[4] ?? 0, y: transform[5] ?? 0 });

/** The name that a form gives to a field, unless only a program made it, such as `topmostSubform[0].f1_01`. */
const readName = ({ alternativeText = '', fieldName = '' }: PdfAnnotation): string => {
  if (alternativeText.trim() !== '') return alternativeText.trim();
  const last = fieldName.split('.').at(-1) ?? '';
  return /^\p{L}[\p{L}\p{M} -]{2,}\d{0,2}$/u.test(last) ? last : '';
};

/** Splits a text that goes on behind a field, such as `Name: ____ Date: ____`, before the word that begins behind the field. */
function splitBehind(item: PdfItem, { left, right }: Value): readonly [PdfItem, PdfItem] | undefined {
  const { x } = locate(item);
  if (x >= left || x + item.width <= right || item.str.length === 0) return undefined;
  const unit = item.width / item.str.length;
  const next = Array.from(item.str.matchAll(/[^\s_.…]+/gu)).find(
    ({ index }) => x + index * unit >= right - unit,
  );
  if (next === undefined) return undefined;
  const { index } = next;
  const [a = 1, b = 0, c = 0, d = 1, , y = 0] = item.transform;
  return [
    { ...item, str: item.str.slice(0, index), width: index * unit, hasEOL: false },
    {
      ...item,
      str: item.str.slice(index),
      width: item.width - index * unit,
      transform: [a, b, c, d, x + index * unit, y],
    },
  ];
}

/** The label of a field: the nearest text on its line, to the left of it, or to the right of a box to tick. */
function findLabel(items: readonly PdfItem[], value: Value): LabelPlace | undefined {
  const onLine = items.flatMap((item, at) => {
    const { x, y } = locate(item);
    const isNear = y >= value.bottom - reach.line && y <= value.top + reach.line;
    return isNear && item.str.trim() !== '' ? [{ at, x, end: x + item.width }] : [];
  });
  const isBox = value.field.fieldType === 'Btn';
  const behind = onLine
    .filter(({ x }) => x >= value.right - 2 && x - value.right <= reach.beside)
    .toSorted((one, other) => one.x - other.x)[0];
  if (isBox && behind !== undefined) return { at: behind.at, side: 'after' };
  const before = onLine.filter(({ x }) => x < value.left).toSorted((one, other) => other.end - one.end)[0];
  return before === undefined ? undefined : { at: before.at, side: 'before' };
}

/** The place of the nearest text above a field that overlaps it, and its distance in points. */
function findAbove(items: readonly PdfItem[], value: Value): { at: number; distance: number } {
  let best = { at: -1, y: Number.POSITIVE_INFINITY };
  for (const [at, item] of items.entries()) {
    const { x, y } = locate(item);
    const overlaps = x < value.right && x + item.width > value.left;
    if (item.str.trim() !== '' && overlaps && y >= value.top - reach.line && y <= best.y) best = { at, y };
  }
  return { at: best.at, distance: best.y - value.top };
}

const makeItem = (value: Value, like: PdfItem | undefined, y: number, hasEOL: boolean): PdfItem => {
  const [, , , size = 10] = like?.transform ?? [];
  return {
    str: value.text,
    transform: [size, 0, 0, size, value.left, y],
    width: Math.min(value.right - value.left, value.text.length * size * 0.5),
    height: size,
    hasEOL,
    fontName: like?.fontName ?? 'field',
    isField: true,
  };
};

/** Leaves out the dots and underscores at the end of a label, on which a reader would write the value. */
function withoutBlank(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s_.…]/u.test(text.charAt(end - 1))) end--;
  return /__|…|\.{4}/u.test(text.slice(end)) ? text.slice(0, end) : text;
}

/** A text that names what follows, and to which a colon may be added. */
const label = /^.{2,40}[\p{L}\p{N})]$/u;

/** Adds a value to the line of its label, at the label's height. */
function placeBeside(items: PdfItem[], value: Value, { at, side }: LabelPlace): void {
  const found = items[at];
  if (found === undefined) return;
  const { y } = locate(found);
  if (side === 'after') {
    items.splice(at, 0, makeItem({ ...value, text: `${value.text} ` }, found, y, false));
    return;
  }
  const [head, tail] = splitBehind(found, value) ?? [found];
  const name = withoutBlank(head.str);
  const isPair = tail === undefined && found.isField !== true && value.field.fieldType !== 'Btn';
  const isName = isPair && label.test(name);
  items.splice(
    at,
    1,
    { ...head, str: isName ? `${name}:` : name, hasEOL: false },
    makeItem({ ...value, text: ` ${value.text}${tail ? ' ' : ''}` }, found, y, found.hasEOL && !tail),
    ...(tail ? [tail] : []),
  );
}

/** Adds a value as a line of its own below the text at this place. */
function placeAlone(items: PdfItem[], value: Value, at: number): void {
  const name = readName(value.field);
  const text = name === '' ? value.text : `${name}: ${value.text}`;
  const end = items.findIndex((item, index) => index >= at && item.hasEOL);
  const own = makeItem({ ...value, text }, items[at], value.bottom + reach.line, true);
  if (at !== -1 && end !== -1) {
    items.splice(end + 1, 0, own);
    return;
  }
  // No mark ends the last line of a page.
  const last = items.pop();
  items.push(...(last === undefined ? [] : [{ ...last, hasEOL: true }]), own);
}

function place(items: PdfItem[], value: Value): void {
  // A text that somebody typed over the page has no label.
  const beside = value.field.subtype === 'Widget' ? findLabel(items, value) : undefined;
  if (beside !== undefined) {
    placeBeside(items, value, beside);
    return;
  }
  const { at, distance } = findAbove(items, value);
  const isNear = at !== -1 && distance <= reach.above && value.field.subtype === 'Widget';
  if (isNear) placeBeside(items, value, { at, side: 'before' });
  else placeAlone(items, value, at);
}

/**
 * Puts the values of a page's form fields, its ticked boxes and the texts that somebody typed over it among the texts of the page, each
 * beside its label, because pdfjs lists them apart.
 */
export function placeFieldValues(
  items: readonly PdfItem[],
  annotations: readonly PdfAnnotation[],
  upright: Upright,
): PdfItem[] {
  const values = readValues(annotations, upright);
  if (values.length === 0) return [...items];
  const placed = [...items];
  const ordered = values.toSorted((one, other) => other.top - one.top || one.left - other.left);
  for (const value of ordered.slice(0, mostSearched)) place(placed, value);
  for (const value of ordered.slice(mostSearched)) placeAlone(placed, value, -1);
  return placed;
}

/** Returns the comments on a page with the names of their authors. */
export function readComments(annotations: readonly PdfAnnotation[]): string[] {
  return annotations.flatMap((annotation) => {
    const { subtype, hidden, titleObj } = annotation;
    if (hidden || ['Widget', 'FreeText', 'Link', 'Popup', 'FileAttachment'].includes(subtype)) return [];
    const text = readComment(annotation);
    const author = (titleObj?.str ?? '').trim();
    return text === '' ? [] : [`${author === '' ? 'Comment' : `Comment by ${author}`}: ${text}`];
  });
}

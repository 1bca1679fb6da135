import { detectKind } from './cell-kinds.ts';
import { findStackedPairs } from './find-stacked-pairs.ts';
import type { Row } from './grid.ts';
import { isUsualLabel, isUsualName } from './usual-names.ts';

/** A label with its value, which is empty where nobody filled the form in. */
export interface FormPair {
  label: string;
  value: string;
}

/** The pairs below a title that stands in a row of its own, or above the first such title. */
export interface FormSection {
  title: string;
  pairs: FormPair[];
}

/**
 * The columns of a form in which labels and values alternate, and what tells its labels: a colon, a mark of the format, or nothing but words that
 * are usual in forms.
 */
interface Shape {
  columns: readonly number[];
  style: 'colon' | 'marked' | 'plain';
}

/** A table that is laid out as a form. */
export interface Form {
  sections: readonly FormSection[];
  /** Undefined where labels stand above their values, and further rows are not expected. */
  shape: Shape | undefined;
}

/** The longest label and value in characters, and the most words of a label; what is longer is prose. */
const longest = { label: 48, words: 7, value: 300 };
/** The fewest pairs of a form by the mark of its labels. */
const fewest = { colon: 1, marked: 3, plain: 3 };
/** The largest share of values of one kind. Tables without names of columns have more. */
const largestShare = { text: 0.75, other: 0.5 };
/** The least share of labels with words that are usual in forms where nothing else tells, and the largest of such values. */
const usualShare = { labels: 0.5, values: 0.2 };

/** Returns true for a text that is short enough for the label of a form. */
export const isLabel = (text: string): boolean =>
  text.length <= longest.label && text.split(/\s+/u).length <= longest.words && /\p{L}{2}/u.test(text);

/** Returns a line for each pair. */
export const writePairs = (pairs: readonly FormPair[]): string =>
  pairs.map(({ label, value }) => (value === '' ? `${label}:` : `${label}: ${value}`)).join('\n');

/** Returns the lines of a section of a form below its title, so that each can be understood alone. */
export const writeSection = ({ title, pairs }: { title: string; pairs: readonly FormPair[] }): string =>
  title === '' ? writePairs(pairs) : `${title}\n${writePairs(pairs)}`;

const endsWithColon = (text: string): boolean => text.endsWith(':') || text.endsWith('：');
const withoutColon = (text: string): string => (endsWithColon(text) ? text.slice(0, -1).trimEnd() : text);

interface Slot extends FormPair {
  /** The place of the pair in its row, from 0. */
  place: number;
  isLabelMarked: boolean;
  isValueMarked: boolean;
}

const readCell = ({ cells, covers }: Row, at: number): string =>
  covers?.[at] === true ? '' : (cells[at] ?? '');

/** The most columns of a form: four pairs a row. */
const mostColumns = 8;

/** Returns the columns in which a form has its labels and values in turn, and undefined for a table of another width. */
function findColumns(rows: readonly Row[]): number[] | undefined {
  const used = new Set<number>();
  for (const row of rows)
    for (let at = 0; at < row.cells.length && used.size <= mostColumns; at++)
      if (readCell(row, at) !== '') used.add(at);
  return used.size > 0 && used.size <= mostColumns && used.size % 2 === 0
    ? [...used].toSorted((one, other) => one - other)
    : undefined;
}

const readSlots = (row: Row, columns: readonly number[]): Slot[] =>
  columns.flatMap((at, index) => {
    const to = columns[index + 1];
    if (index % 2 === 1 || to === undefined) return [];
    const [label, value] = [readCell(row, at), readCell(row, to)];
    const [isLabelMarked, isValueMarked] = [row.marks?.[at] === true, row.marks?.[to] === true];
    return label === '' && value === ''
      ? []
      : [{ place: index / 2, label, value, isLabelMarked, isValueMarked }];
  });

const isPair = (slot: Slot, style: Shape['style']): boolean => {
  const { label, value, isLabelMarked, isValueMarked } = slot;
  if (value.length > longest.value || endsWithColon(value) || !isLabel(withoutColon(label))) return false;
  if (style === 'colon') return endsWithColon(label);
  if (style === 'plain') return detectKind(label) === 'text';
  return isLabelMarked && !(isValueMarked && value !== '') && ['text', 'code'].includes(detectKind(label));
};

const toPair = ({ label, value }: Slot): FormPair => ({ label: withoutColon(label), value });

/** Returns the pairs of a row, or undefined for one that has other cells. */
const readPairs = (row: Row, { columns, style }: Shape): FormPair[] | undefined => {
  const slots = readSlots(row, columns);
  return slots.length > 0 && slots.every((slot) => isPair(slot, style)) ? slots.map(toPair) : undefined;
};

/** Returns the title of a section, which stands alone in its row. A marked label without a value does not cover the column of values. */
const readTitle = (
  row: Row,
  { columns: [first = 0, second = 0], style }: Shape,
  isFirst: boolean,
): string | undefined => {
  const isTitle = row.isLone === true && (isFirst || style === 'colon' || row.covers?.[second] === true);
  const text = isTitle ? readCell(row, first) : '';
  return text === '' || text.length > longest.value || endsWithColon(text) ? undefined : text;
};

/** The new pairs of a row, and the last pair in each place, whose value a later row may continue. */
interface Reading {
  pairs: FormPair[];
  /** The last pair of each place, which a value without a label goes on. */
  last: (FormPair | undefined)[];
}

/** Adds the values without labels, which are the next lines of those above them, and returns the other pairs; undefined for another row. */
const readLines = (row: Row, shape: Shape, last: Reading['last']): Reading | undefined => {
  const slots = readSlots(row, shape.columns);
  const next: { slot: Slot; pair: FormPair | undefined; goesOn: boolean }[] = slots.map((slot) => {
    const above = last[slot.place];
    const goesOn =
      shape.style !== 'marked' &&
      slot.label === '' &&
      !endsWithColon(slot.value) &&
      (above?.value ?? '') !== '';
    const pair = goesOn ? above : isPair(slot, shape.style) ? toPair(slot) : undefined;
    return { slot, pair, goesOn };
  });
  if (next.length === 0 || next.some(({ pair }) => pair === undefined)) return undefined;
  const reading: Reading = { pairs: [], last: [] };
  for (const { slot, pair, goesOn } of next) {
    if (pair === undefined) continue;
    reading.last[slot.place] = pair;
    if (goesOn) pair.value += ` ${slot.value}`;
    else reading.pairs.push(pair);
  }
  return reading;
};

function readSections(rows: readonly Row[], shape: Shape): FormSection[] | undefined {
  const sections: FormSection[] = [{ title: '', pairs: [] }];
  let last: Reading['last'] = [];
  for (const [at, row] of rows.entries()) {
    const title = readTitle(row, shape, at === 0);
    const reading = title === undefined ? readLines(row, shape, last) : undefined;
    if (title !== undefined) sections.push({ title, pairs: [] });
    else if (reading) sections.at(-1)?.pairs.push(...reading.pairs);
    else return undefined;
    last = reading?.last ?? [];
  }
  return sections.filter((section) => section.title !== '' || section.pairs.length > 0);
}

/** Returns true for values of which no kind has the most, as the values of a column have. Where `mayBeText`, all may be texts. */
const isMixed = (values: readonly string[], mayBeText: boolean): boolean => {
  const kinds = Object.entries(Object.groupBy(values, detectKind));
  const largest = { ...largestShare, text: mayBeText ? 1 : largestShare.text };
  return kinds.every(
    ([kind, { length }]) => length <= values.length * (kind === 'text' ? largest.text : largest.other),
  );
};

/** Returns true for rows of which the first has names of columns: its cells are marked while those below are not, or its value is a usual name. */
const hasHead = (rows: readonly Row[], [first]: readonly FormPair[], style: Shape['style']): boolean => {
  const full = rows.filter(({ isLone }) => isLone !== true);
  if (first?.value !== '' && full[0]?.isHead === true && full.some(({ isHead }) => isHead !== true))
    return true;
  const value = style === 'colon' ? '' : (first?.value ?? '');
  return value.split(' ').length <= 2 && isUsualName(value);
};

const measureShare = (texts: readonly string[], isUsual: (text: string) => boolean): number =>
  texts.filter(isUsual).length / Math.max(1, texts.length);

/** Returns true for labels of which most consist of words that are usual in forms, while their values do not. */
const areUsual = (labels: readonly string[], values: readonly string[]): boolean =>
  measureShare(labels, isUsualLabel) >= usualShare.labels &&
  measureShare(values, isUsualName) <= usualShare.values;

/** Returns true where the pairs are those of one thing, and not the rows of a list. */
const isOfOneThing = (pairs: readonly FormPair[], style: Shape['style']): boolean => {
  if (style === 'colon') return true;
  const labels = pairs.map(({ label }) => label);
  const values = pairs.flatMap(({ value }) => (value === '' ? [] : [value]));
  const areWordsOfForms = areUsual(labels, values);
  return (
    values.length > 0 &&
    new Set(labels).size === labels.length &&
    (style === 'marked' || areWordsOfForms) &&
    isMixed(values, areWordsOfForms)
  );
};

/**
 * Finds out whether rows are laid out as a form: labels stand above their values, or in each row labels and values alternate, and labels end with colons, are bold or coloured, or are
 * words that are usual in forms. A table with names of columns is none, nor is a list of values of one kind.
 */
export function findForm(rows: readonly Row[]): Form | undefined {
  const stacked = findStackedPairs(rows);
  if (stacked) return { sections: [{ title: '', pairs: stacked }], shape: undefined };
  const columns = findColumns(rows);
  if (columns === undefined) return undefined;
  for (const style of ['colon', 'marked', 'plain'] as const) {
    const sections = readSections(rows, { columns, style });
    const pairs = sections?.flatMap((section) => section.pairs) ?? [];
    if (sections === undefined || pairs.length < fewest[style] || hasHead(rows, pairs, style)) continue;
    if (isOfOneThing(pairs, style)) return { sections, shape: { columns, style } };
  }
  return undefined;
}

/** Returns the pairs of a row that follows the rows in which a form was found, or undefined where the form has ended. */
export const readOn = (row: Row, { shape }: Form): FormPair[] | undefined => shape && readPairs(row, shape);

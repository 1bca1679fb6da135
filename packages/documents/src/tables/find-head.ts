import { type CellKind, detectKind } from './cell-kinds.ts';
import type { Row } from './grid.ts';
import { isUsualName } from './usual-names.ts';

/** The header rows of a table: how many rows stand above them, how many they are, and the names of the columns. */
export interface Head {
  above: number;
  rows: number;
  names: readonly string[];
  /** True for each column whose name is that of the column before it, because one cell covers both. */
  covers: readonly boolean[];
}

/** A longer text is no name of a column. */
const longestName = 120;
/** Header rows are looked for in the first rows, are at most so many, and are compared with so many rows below them. */
const most = { above: 5, rows: 3, compared: 30, columns: 200 };
/** A column shows a kind when this share of its values has it. */
const majority = 0.6;
/** The least sum of the evidence, and the worst of a single column. */
const sure = { sum: 0.5, column: -0.9 };

const filledIn = (cells: readonly string[]): string[] => cells.filter((cell) => cell !== '');

interface Column {
  values: readonly string[];
  kind: CellKind | undefined;
  /** The share of values that might name a column. */
  named: number;
}

const readColumn = (rows: readonly Row[], at: number): Column => {
  const values = filledIn(rows.map(({ cells }) => cells[at] ?? ''));
  const counts = new Map<CellKind, number>();
  for (const value of values) {
    const kind = detectKind(value);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  // Years among numbers are numbers.
  const periods = counts.get('period') ?? 0;
  if (periods < values.length) counts.set('number', (counts.get('number') ?? 0) + periods);
  const [top] = [...counts].toSorted(([, one], [, other]) => other - one);
  const kind = top && top[1] >= majority * values.length ? top[0] : undefined;
  return { values, kind, named: values.filter(isUsualName).length / Math.max(1, values.length) };
};

const rateText = (name: string, { values, kind, named }: Column): number => {
  if (name.length > longestName) return -2;
  if (values.includes(name)) return -1;
  const usual = isUsualName(name) ? (named < 0.3 ? 0.7 : named >= 0.5 ? -0.7 : 0) : 0;
  if (kind !== 'text') return kind === undefined ? usual : 1 + usual;
  // Sentences stand below their names.
  if (values.every((value) => value.length > longestName && value.length > 10 * name.length))
    return 0.6 + usual;
  const longer = values.filter((value) => value.length > 2.5 * name.length).length;
  const numbered = values.filter((value) => /\d/.test(value)).length;
  const shape =
    longer >= majority * values.length || (numbered >= majority * values.length && !/\d/.test(name));
  return usual + (shape ? 0.4 : 0);
};

/** A year or quarter names a column of numbers, unless those may be years as well. */
const ratePeriod = (name: string, { values, kind }: Column): number => {
  const alike = values.filter((value) => detectKind(value) === 'period').length;
  if (values.includes(name) || alike >= 0.3 * values.length) return -1.5;
  return kind === 'number' ? 0.5 : 0.2;
};

const rateCode = (name: string, { values, kind }: Column): number => {
  if (values.includes(name)) return -1;
  if (kind === 'code') return -1;
  return kind === 'number' ? 0.3 : 0;
};

/** Rates how much a text above a column is its name and not one of its values. */
const rateName = (name: string, column: Column): number => {
  if (column.values.length === 0 || name === '') return 0;
  switch (detectKind(name)) {
    case 'text':
      return rateText(name, column);
    case 'period':
      return ratePeriod(name, column);
    case 'code':
      return rateCode(name, column);
    default:
      return -1.5;
  }
};

/** Fills the gaps of a row of groups: a name stands for the columns up to the next one. */
const spread = (cells: readonly string[]): string[] => {
  let last = '';
  return cells.map((cell, at) => {
    if (at === 0 || cell !== '') last = cell;
    return last;
  });
};

const joinNames = (rows: readonly (readonly string[])[]): string[] =>
  Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, at) =>
    [...new Set(filledIn(rows.map((row) => row[at] ?? '')))].join(' '),
  );

/** Numbers names that occur several times: Amount, Amount (2). A name that covers several columns occurs once. */
export const numberDoubles = ({ names, covers }: Pick<Head, 'names' | 'covers'>): string[] => {
  const seen = new Map<string, number>();
  return names.map((name, at) => {
    if (covers[at] === true && name === names[at - 1])
      return seen.get(name) === 1 ? name : `${name} (${seen.get(name) ?? 1})`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return name === '' || count === 1 ? name : `${name} (${count})`;
  });
};

/** Rows of one value are groups and notes, unless there are no others. */
const rowsToCompare = (body: readonly Row[]): readonly Row[] => {
  const first = body.slice(0, most.compared);
  const full = first.filter(({ isLone }) => isLone !== true);
  return full.length > 0 ? full : first;
};

/** Returns the kind that most values of each column have. */
export const readKinds = (body: readonly Row[], width: number): (CellKind | undefined)[] => {
  const compared = rowsToCompare(body);
  return Array.from({ length: Math.min(width, most.columns) }, (_, at) => readColumn(compared, at).kind);
};

/** Rates names above the rows of a table; undefined where a column speaks against them. */
export function rateHead(names: readonly string[], body: readonly Row[]): number | undefined {
  const compared = rowsToCompare(body);
  const labels = compared.filter(({ cells }) => /[:：]$/u.test(cells[0] ?? '')).length;
  // The first column of a form has the names of its rows.
  if (compared.length === 0 || (labels >= 0.5 * compared.length && /[:：]$/u.test(names[0] ?? '')))
    return undefined;
  const rates = names.slice(0, most.columns).map((name, at) => rateName(name, readColumn(compared, at)));
  if (rates.some((rate) => rate < sure.column)) return undefined;
  // Names stand above every column, also above those that most rows leave empty.
  const named = filledIn(names).length;
  const isWider = named >= 3 && compared.every(({ cells }) => filledIn(cells).length < named);
  // The corner above the names of the rows may be empty.
  const hasCorner = named >= 2 && names[0] === '' && compared.every(({ cells }) => (cells[0] ?? '') !== '');
  return rates.reduce((sum, rate) => sum + rate, (isWider ? 0.2 : 0) + (hasCorner ? 0.5 : 0));
}

const countFilled = (row: Row): number => filledIn(row.cells).length;

const isGroupOfNames = (row: Row | undefined): boolean =>
  row?.isGroup === true && row.cells.every((cell) => ['text', 'period', 'empty'].includes(detectKind(cell)));

/** The rows of a candidate: those that its merged cells cover, and the one below rows of groups. */
const countHeadRows = (rows: readonly Row[], at: number): number => {
  let groups = rows[at]?.isGroup === true ? 1 : 0;
  while (groups > 0 && groups < most.rows && isGroupOfNames(rows[at + groups])) groups++;
  const covered = Math.max(rows[at]?.height ?? 1, Math.min(groups + 1, most.rows));
  return covered <= most.rows ? covered : 1;
};

/** Returns true for a row with a number in a column of numbers, or a date in one of dates, which is no row of names. */
export const hasValues = ({ cells }: Row, body: readonly Row[]): boolean =>
  readKinds(body, cells.length).some(
    (kind, at) => (kind === 'number' || kind === 'date') && detectKind(cells[at] ?? '') === kind,
  );

/** Names in two rows without merged cells: a row with gaps above one without. */
const hasGaps = (first: Row, second: Row | undefined): boolean =>
  second !== undefined &&
  first.isGroup === undefined &&
  countFilled(first) >= 2 &&
  countFilled(second) > countFilled(first) &&
  first.cells.slice(1, -1).some((cell, at) => cell === '' && (second.cells[at + 1] ?? '') !== '');

/** Names in the first line of a file are all there and differ from each other. */
const isUsualHead = ({ cells, isUsuallyHead }: Row): boolean =>
  isUsuallyHead === true && !cells.includes('') && new Set(cells).size === cells.length;

/** Returns the names that some rows give together, and how much the rows below speak for them. */
const rateRows = (rows: readonly Row[], at: number, count: number): (Head & { rate: number }) | undefined => {
  const head = rows.slice(at, at + count);
  const body = rows.slice(at + count);
  const isGrid = head.some(({ isGroup }) => isGroup !== undefined);
  const names = joinNames(head.map(({ cells }, row) => (row < count - 1 && !isGrid ? spread(cells) : cells)));
  const covers = names.map((_, column) => head.some((row) => row.covers?.[column] === true));
  const isMarked = head.every(({ isHead }) => isHead === true) && body.some(({ isHead }) => isHead !== true);
  const rate = isMarked ? 2 : rateHead(names, body);
  if (rate === undefined) return undefined;
  return { above: at, rows: count, names, covers, rate: rate + (head.every(isUsualHead) ? sure.sum : 0) };
};

/** One value is a title, unless it stands above several columns, beside the names of the rows. */
const isTitle = ({ cells, isLone, isGroup }: Row, body: readonly Row[]): boolean => {
  if (isLone !== true) return false;
  const left = cells.findIndex((cell) => cell !== '');
  return isGroup !== true || !body.some((row) => row.cells.slice(0, left).some((cell) => cell !== ''));
};

const tryHead = (rows: readonly Row[], at: number): Head | undefined => {
  const first = rows[at];
  if (first === undefined || isTitle(first, rows.slice(at + 1)) || countFilled(first) < 2) return undefined;
  const tallest = countHeadRows(rows, at);
  const isAlone = first.isGroup === true && first.isLone !== true;
  const counts = [...(hasGaps(first, rows[at + 1]) ? [2] : []), tallest, ...(isAlone ? [1] : [])];
  return counts
    .filter((count) => !rows.slice(at + 1, at + count).some((row) => hasValues(row, rows.slice(at + count))))
    .map((count) => rateRows(rows, at, count))
    .find((head) => head !== undefined && head.rate >= sure.sum);
};

/** Returns true for a row that has the form of the rows below it, and is therefore one of them. */
const isLikeBody = (row: Row, body: readonly Row[]): boolean =>
  row.isLone !== true &&
  readKinds(body, row.cells.length).every(
    (kind, at) => kind === undefined || detectKind(row.cells[at] ?? '') === kind,
  );

/**
 * Finds the header rows of a table by comparing them with the rows below: their kinds, repetition, length and marks of the format. Rows above them
 * are titles. Returns undefined where no row is surely one of names.
 */
export function findHead(rows: readonly Row[]): Head | undefined {
  let at = 0;
  for (; at <= most.above && at < rows.length - 1; at++) {
    const head = tryHead(rows, at);
    if (head) return head;
    const row = rows[at];
    // Below a row of data, no names follow.
    if (row && isLikeBody(row, rows.slice(at + 1))) return undefined;
  }
  return undefined;
}

/** The values of a column that can be compared and added: numbers, dates as milliseconds, or none. */
export interface ColumnValues {
  kind: 'number' | 'date' | 'text';
  /** By the position of the row; undefined where the cell has no such value. */
  values: (number | undefined)[];
  /** Reads a value of a condition as the cells of the column are read. */
  read: (text: string) => number | undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const parseMonth = (word: string): number => months.indexOf(word.toLowerCase().slice(0, 3)) + 1;

const currency = /[\s\p{Sc}%\u00a0\u202f]|\b(?:EUR|USD|GBP|CHF)\b/gu;
const digits = /^[-+]?\d[\d.,']*(?:e[-+]?\d{1,3})?$/i;
/** A unit behind a number, which may be written without a blank: `5 kg`. */
const unit = /[\d)]\s?([\p{L}°µ][\p{L}°µ²³/]{0,11})$/u;

const readUnit = (cell: string): string | undefined => {
  const word = unit.exec(cell.trim().slice(0, 60))?.[1];
  return word === undefined || parseMonth(word) > 0 ? undefined : word;
};

/** Returns the unit that most cells of a column have. Cells with another unit are no numbers of this column. */
const findUnit = (cells: readonly string[]): string | undefined => {
  const [most] = [...Map.groupBy(cells, readUnit)].toSorted(([, a], [, b]) => b.length - a.length);
  return most?.[0];
};

const bare = (cell: string, ofColumn: string | undefined): string => {
  const whole = cell.trim().slice(0, 60);
  const isOfUnit = ofColumn !== undefined && whole.endsWith(ofColumn);
  const text = (isOfUnit ? whole.slice(0, -ofColumn.length) : whole).replace(currency, '');
  // Accountants write negative numbers in brackets.
  return text.startsWith('(') && text.endsWith(')') ? `-${text.slice(1, -1)}` : text;
};

/** Says whether a number is written with a decimal comma: true, false, or undefined where it could be both. */
const hasDecimalComma = (text: string): boolean | undefined => {
  const comma = text.lastIndexOf(',');
  const dot = text.lastIndexOf('.');
  if (comma < 0) return dot < 0 || text.length - dot - 1 === 3 ? undefined : false;
  if (dot >= 0) return comma > dot;
  const isOne = text.indexOf(',') === comma;
  return isOne && text.length - comma - 1 !== 3 ? true : undefined;
};

/** The way in which the numbers of a column are written. */
interface NumberStyle {
  decimalComma: boolean;
  unit: string | undefined;
}

const readNumber = (cell: string, { decimalComma, unit: ofColumn }: NumberStyle): number | undefined => {
  const text = bare(cell, ofColumn);
  if (!digits.test(text)) return undefined;
  const plain = decimalComma
    ? text.replaceAll('.', '').replaceAll("'", '').replace(',', '.')
    : text.replaceAll(',', '').replaceAll("'", '');
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
};

type DateParts = [year: number, month: number, day: number];

const toTimestamp = ([year, month, day]: DateParts): number | undefined => {
  const date = Date.UTC(year, month - 1, day);
  const shown = new Date(date);
  return shown.getUTCMonth() === month - 1 && shown.getUTCDate() === day ? date : undefined;
};

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2}))?/;
const slashed = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;
const dayFirst = /^(\d{1,2})\.? ([A-Za-z]{3,9})\.?,? (\d{4})$/;
const monthFirst = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/;

const readIso = (text: string): number | undefined => {
  const [, year, month, day, hours = '0', minutes = '0'] = iso.exec(text) ?? [];
  const date = year === undefined ? undefined : toTimestamp([Number(year), Number(month), Number(day)]);
  return date === undefined ? undefined : date + (Number(hours) * 60 + Number(minutes)) * 60_000;
};

/** Reads `3/4/2024`, if `order` says how it is meant, and `3.4.2024`. */
const readSlashed = (text: string, order: 'day' | 'month' | undefined): number | undefined => {
  const [, one, mark, other, year] = slashed.exec(text) ?? [];
  const isDayFirst = mark === '.' || order === 'day';
  if (one === undefined || (!isDayFirst && order !== 'month')) return undefined;
  const [day, month] = isDayFirst ? [one, other] : [other, one];
  return toTimestamp([Number(year), Number(month), Number(day)]);
};

const readWritten = (text: string): number | undefined => {
  const [, day, dayMonth, dayYear] = dayFirst.exec(text) ?? [];
  if (day !== undefined) return toTimestamp([Number(dayYear), parseMonth(dayMonth ?? ''), Number(day)]);
  const [, month, monthDay, monthYear] = monthFirst.exec(text) ?? [];
  return month === undefined
    ? undefined
    : toTimestamp([Number(monthYear), parseMonth(month), Number(monthDay)]);
};

const readDate = (cell: string, order: 'day' | 'month' | undefined): number | undefined => {
  const text = cell.trim().slice(0, 40);
  return readIso(text) ?? readSlashed(text, order) ?? readWritten(text);
};

/** Finds out from all dates of a column which part is the day; undefined where none of them tells. */
const detectDateOrder = (cells: readonly string[]): 'day' | 'month' | undefined => {
  for (const cell of cells) {
    const [, one, , other] = slashed.exec(cell.trim()) ?? [];
    if (Number(one) > 12) return 'day';
    if (Number(other) > 12) return 'month';
  }
  return undefined;
};

/** A column is of a kind when at least this share of its filled cells is. */
const enough = 0.6;

/** Reads a column as numbers or dates if most of its cells are, otherwise as text. */
export const readValues = (cells: readonly (string | undefined)[]): ColumnValues => {
  const filled = cells.filter((cell): cell is string => cell !== undefined && cell.trim() !== '');
  const ofColumn = findUnit(filled);
  const votes = filled.map((cell) => hasDecimalComma(bare(cell, ofColumn)));
  const decimalComma =
    votes.filter((vote) => vote === true).length > votes.filter((vote) => vote === false).length;
  const order = detectDateOrder(filled);
  const kinds = [
    ['number', (text: string) => readNumber(text, { decimalComma, unit: ofColumn })],
    ['date', (text: string) => readDate(text, order)],
  ] as const;
  for (const [kind, read] of kinds) {
    const values = cells.map((cell) => (cell === undefined ? undefined : read(cell)));
    const known = values.filter((value) => value !== undefined).length;
    if (known > 0 && known >= filled.length * enough) return { kind, values, read };
  }
  return { kind: 'text', values: cells.map(() => undefined), read: () => undefined };
};

import type { CellValue, Column } from '@atelier/contracts/content/schemas/schema-shapes';
import { cleanText } from '../../../../kernel/base/clean-text.ts';
import type { DocumentChunk, NewCell } from '../repository/cells.ts';
import type { Answer } from './prompts.ts';

/** Converts a value to the type of its column. Returns undefined when it does not fit. */
type Check = (raw: string, column: Pick<Column, 'choices'>) => CellValue | undefined;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const isoDate = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1000 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
};

const parseMonth = (word: string): number => months.indexOf(word.slice(0, 3).toLowerCase()) + 1;

/** Accepts 2026-03-01, 01.03.2026, 1 March 2026 and March 1, 2026. Refuses 03/04/2026, which is ambiguous. */
const readDate: Check = (raw) => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:$|T)/.exec(raw);
  if (iso) return isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(raw);
  if (dotted) return isoDate(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(raw);
  if (slashed) {
    const [first, second, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])];
    if (first > 12) return isoDate(year, second, first);
    return second > 12 || first === second ? isoDate(year, first, second) : undefined;
  }
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)?\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})$/.exec(raw);
  if (dayFirst) return isoDate(Number(dayFirst[3]), parseMonth(dayFirst[2] ?? ''), Number(dayFirst[1]));
  const monthFirst = /^([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(raw);
  return monthFirst
    ? isoDate(Number(monthFirst[3]), parseMonth(monthFirst[1] ?? ''), Number(monthFirst[2]))
    : undefined;
};

/** Accepts both 1,234.50 and 1.234,50, with a currency or unit before or after the number. */
const readNumber: Check = (raw) => {
  const found = /^[^\d-]{0,8}(-?\d[\d.,'\s\u00a0]*)(?:[^\d.,]{0,12})$/
    .exec(raw)?.[1]
    ?.replaceAll(/['\s\u00a0]/g, '');
  if (found === undefined) return undefined;
  const digits = found.replace(/[.,]$/, '');
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const sign = digits[last];
  const isOnly = last >= 0 && digits.indexOf(sign ?? '') === last;
  const isMixed = digits.includes('.') && digits.includes(',');
  // A single separator before exactly three digits groups thousands if it is a comma, and is decimal if it is a point.
  const isDecimal = isOnly && (isMixed || sign === '.' || digits.length - last !== 4);
  const value = isDecimal
    ? Number(`${digits.slice(0, last).replaceAll(/[.,]/g, '')}.${digits.slice(last + 1)}`)
    : Number(digits.replaceAll(/[.,]/g, ''));
  return Number.isFinite(value) ? value : undefined;
};

const truths = new Map([
  ...['true', 'yes', 'y', 'ja', 'oui', 'sí', 'si', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'nein', 'non', '0'].map((word) => [word, false] as const),
]);

const readChoice: Check = (raw, { choices }) =>
  choices.find((choice) => choice.toLowerCase() === raw.toLowerCase());

const readList: Check = (raw) =>
  raw
    .split(/[;\n,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

const checks: Record<Column['type'], Check> = {
  TEXT: (raw) => raw,
  NUMBER: readNumber,
  DATE: readDate,
  BOOLEAN: (raw) => truths.get(raw.toLowerCase()),
  CHOICE: readChoice,
  LIST: readList,
};

const longestValue = 2000;
const fitting = (text: string): string => cleanText(cleanText(text).trim().slice(0, longestValue));

/**
 * Converts the value of a model, a rule or a user to the type of its column: dates to ISO days, numbers to numbers. Returns
 * null when there is no value, and undefined when it does not fit the type.
 */
export const checkValue = (
  column: Pick<Column, 'type' | 'choices'>,
  raw: CellValue,
): CellValue | undefined => {
  if (raw === null) return null;
  if (Array.isArray(raw)) {
    if (column.type !== 'LIST') return undefined;
    const all = raw.map(fitting);
    return all.filter((each) => each !== '').slice(0, 100);
  }
  if (typeof raw === 'number' && column.type === 'NUMBER') return raw;
  const text = fitting(String(raw));
  return text === '' ? null : checks[column.type](text, column);
};

/** The span of a document that a value was read from. */
interface FoundQuote {
  chunkId: string;
  quote: string;
  start: number;
  end: number;
  page: number | null;
  second: number | null;
}

const longestQuote = 600;

/** Writes one blank for each white space. Returns the text, and where each of its letters is in the given one. */
const squeeze = (text: string): { plain: string; places: number[] } => {
  let plain = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const isBlank = /\s/.test(sign);
    if (isBlank && plain.endsWith(' ')) continue;
    plain += isBlank ? ' ' : sign;
    places.push(at);
  }
  return { plain, places };
};

/**
 * Finds the span of a quote in a chunk. Only white space may differ. Returns undefined when the chunk does not contain it.
 */
export const findQuote = (chunk: DocumentChunk, quote: string): FoundQuote | undefined => {
  const words = quote.trim().slice(0, longestQuote).split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const wanted = words.join(' ');
  const { plain, places } = squeeze(chunk.text);
  const found = plain.indexOf(wanted);
  if (found === -1) return undefined;
  const from = places[found] ?? 0;
  const text = chunk.text.slice(from, (places[found + wanted.length - 1] ?? 0) + 1);
  const at = chunk.startOffset + from;
  const { edited } = chunk;
  return {
    chunkId: chunk.id,
    quote: text,
    // A chunk written by hand differs from the document's text, so its whole span is given.
    start: edited ? chunk.startOffset : at,
    end: edited ? chunk.endOffset : at + text.length,
    page: chunk.page,
    second: chunk.second,
  };
};

const toColumnRef = ({ columnId, revision }: Column) => ({ columnId, columnRevision: revision });

export const failedCell = (column: Column, reader: NewCell['reader'], cause: string): NewCell => ({
  ...toColumnRef(column),
  state: 'FAILED',
  reader,
  value: null,
  cause: cleanText(cause),
});

export const missingCell = (column: Column, reader: NewCell['reader']): NewCell => ({
  ...toColumnRef(column),
  state: 'NOT_FOUND',
  reader,
  value: null,
});

const toCell = (
  column: Column,
  said: Answer['cells'][number] | undefined,
  chunks: readonly DocumentChunk[],
): NewCell => {
  if (!said) return failedCell(column, 'MODEL', 'The model left this column out.');
  const value = checkValue(column, said.value);
  if (value === undefined) {
    const read = JSON.stringify(said.value).slice(0, 120);
    return failedCell(column, 'MODEL', `The model read ${read}, which does not fit the type of the column.`);
  }
  if (value === null || (Array.isArray(value) && value.length === 0)) return missingCell(column, 'MODEL');
  const chunk = chunks[(said.chunk ?? 0) - 1];
  const span = chunk && findQuote(chunk, said.quote ?? '');
  return { ...toColumnRef(column), reader: 'MODEL', value, state: span ? 'FOUND' : 'UNVERIFIED', ...span };
};

/** Converts a model's answer into typed cells. A cell gets a source only if its quote occurs in the document. */
export const cellsOfAnswer = (
  { cells }: Answer,
  columns: readonly Column[],
  chunks: readonly DocumentChunk[],
): NewCell[] =>
  columns.map((column, at) =>
    toCell(
      column,
      cells.find((cell) => cell.column === at + 1),
      chunks,
    ),
  );

import type { Row } from './read-tables.ts';

export interface Span {
  start: number;
  end: number;
}

export interface ResultRow {
  cells: string[];
  /** The rows of the table from which it comes; the first ones of many. */
  spans: Span[];
}

export interface TableResult {
  columns: string[];
  rows: ResultRow[];
  /** The number of rows, or groups, of which `rows` are the first. */
  count: number;
  /** The number of rows that fulfil the conditions. */
  matched: number;
  /** The number of these rows whose cell could not be computed with. */
  leftOut: number;
}

/** A row with its position in the table. */
export interface Placed {
  row: Row;
  place: number;
}

/** The most rows of the table that one row of a result names. */
const mostSpans = 100;

export const toSpans = (placed: readonly Placed[]): Span[] =>
  placed.slice(0, mostSpans).map(({ row: { start, end } }) => ({ start, end }));

/** Texts are compared without regard to case. */
export const fold = (text: string): string => text.trim().toLowerCase();

import { type AnyColumn, and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTable, PgView } from 'drizzle-orm/pg-core';

/** The order of a list and where its last page ended. */
export interface PageOrder<K extends string> {
  sort: K;
  order: 'asc' | 'desc';
  limit: number;
  cursor?: string | undefined;
}

export interface Page<T> {
  rows: T[];
  /** Null on the last page. */
  nextCursor: string | null;
  /** The number of the rows of all pages. */
  total: number;
}

/** The place of a row in a list. `key` is the sort key as text. */
interface RowPlace {
  key: string;
  id: string;
}

/** The rows of a page, with one more than its limit where there is a next page. */
export type FoundRows<T> = (RowPlace & { row: T })[];

const readCursor = (cursor: string): RowPlace | undefined => {
  const [key, id] = Buffer.from(cursor, 'base64url').toString().split('\u0000');
  return key !== undefined && id !== undefined ? { key, id } : undefined;
};

const writeCursor = ({ key, id }: RowPlace): string => Buffer.from(`${key}\u0000${id}`).toString('base64url');

/** Returns the condition for the rows after the cursor, in the order of the list. An unreadable cursor starts at the first page. */
export const keysetAfter = (key: SQL, id: AnyColumn | SQL, page: PageOrder<string>): SQL | undefined => {
  const at = page.cursor ? readCursor(page.cursor) : undefined;
  if (!at) return undefined;
  // The database itself wrote the key as text, so converting it back to the type of the column loses nothing.
  return page.order === 'asc'
    ? sql`(${key}, ${id}) > (${at.key}, ${at.id})`
    : sql`(${key}, ${id}) < (${at.key}, ${at.id})`;
};

export const buildOrder = (key: SQL, id: AnyColumn | SQL, page: PageOrder<string>): SQL[] =>
  page.order === 'asc' ? [asc(key), asc(id)] : [desc(key), desc(id)];

/** Makes the page of rows that a statement of another kind than `readPage` found. */
export const closePage = <T>(
  { rows, total }: { rows: FoundRows<T>; total: number },
  limit: number,
): Page<T> => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last ? writeCursor(last) : null;
  return { rows: shown.map(({ row }) => row), nextCursor, total };
};

/** The columns of a list that say where its page ends. */
export interface PlaceColumns {
  sortKey: string;
  sortId: string;
}

/** Returns the columns that `readPage` wants of each row: the sort key as text, and the id that orders rows with the same key. */
export const placeColumns = (key: SQL, id: AnyColumn | SQL) => ({
  sortKey: sql<string>`${key}::text`,
  sortId: sql<string>`${id}`,
});

/** A select statement whose condition, order and limit are still open. */
interface OpenSelect<R> {
  where(condition: SQL | undefined): {
    orderBy(...keys: SQL[]): { limit(most: number): PromiseLike<R[]> };
  };
}

interface Listed {
  page: PageOrder<string>;
  /** By this the list is ordered, and by the id where it is the same. */
  key: SQL;
  id: AnyColumn | SQL;
  where: SQL | undefined;
  /** The table or joined tables whose rows are counted. */
  from: PgTable | PgView | SQL;
}

/** Reads a page of a list with the number of all its rows, in one round trip. */
export const readPage = async <R extends PlaceColumns>(
  db: NodePgDatabase,
  selected: OpenSelect<R>,
  { page, key, id, where, from }: Listed,
): Promise<Page<Omit<R, keyof PlaceColumns>>> => {
  const found = selected
    .where(and(where, keysetAfter(key, id, page)))
    .orderBy(...buildOrder(key, id, page))
    .limit(page.limit + 1);
  const [rows, total] = await Promise.all([found, db.$count(from, where)]);
  const placed = rows.map(({ sortKey, sortId, ...row }) => ({ row, key: sortKey, id: sortId }));
  return closePage({ rows: placed, total }, page.limit);
};

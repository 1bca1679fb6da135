import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm';

/** What a list is asked for: a key to sort by, a direction, and where the last page ended. */
export interface PageOrder<K extends string> {
  sort: K;
  order: 'asc' | 'desc';
  limit: number;
  cursor?: string | undefined;
}

export interface Page<T> {
  /** One more row than the limit when there is a next page. `key` is the sort key as text. */
  rows: { row: T; key: string; id: string }[];
  total: number;
}

const readCursor = (cursor: string): { key: string; id: string } | undefined => {
  const [key, id] = Buffer.from(cursor, 'base64url').toString().split('\u0000');
  return key !== undefined && id !== undefined ? { key, id } : undefined;
};

const writeCursor = (key: string, id: string): string =>
  Buffer.from(`${key}\u0000${id}`).toString('base64url');

/** Rows behind the cursor, in the list's order. A cursor that cannot be read begins at the first page. */
export const keysetAfter = (key: SQL, id: AnyColumn, page: PageOrder<string>): SQL | undefined => {
  const at = page.cursor ? readCursor(page.cursor) : undefined;
  if (!at) return undefined;
  // The key was written as text by the database itself, so comparing it as the column's type loses nothing.
  return page.order === 'asc'
    ? sql`(${key}, ${id}) > (${at.key}, ${at.id})`
    : sql`(${key}, ${id}) < (${at.key}, ${at.id})`;
};

export const orderOf = (key: SQL, id: AnyColumn, page: PageOrder<string>): SQL[] =>
  page.order === 'asc' ? [asc(key), asc(id)] : [desc(key), desc(id)];

/** Cuts the extra row off and says where the next page begins. */
export const closePage = <T>(
  page: Page<T>,
  limit: number,
): { rows: T[]; nextCursor: string | null; total: number } => {
  const shown = page.rows.slice(0, limit);
  const last = shown.at(-1);
  const more = page.rows.length > limit && last;
  return {
    rows: shown.map(({ row }) => row),
    nextCursor: more ? writeCursor(last.key, last.id) : null,
    total: page.total,
  };
};

import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm';

/** The order of a list and where its last page ended. */
export interface PageOrder<K extends string> {
  sort: K;
  order: 'asc' | 'desc';
  limit: number;
  cursor?: string | undefined;
}

export interface Page<T> {
  /** The rows of the page, with one more than the limit when there is a next page. `key` is the sort key as text. */
  rows: { row: T; key: string; id: string }[];
  total: number;
}

const readCursor = (cursor: string): { key: string; id: string } | undefined => {
  const [key, id] = Buffer.from(cursor, 'base64url').toString().split('\u0000');
  return key !== undefined && id !== undefined ? { key, id } : undefined;
};

const writeCursor = (key: string, id: string): string =>
  Buffer.from(`${key}\u0000${id}`).toString('base64url');

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

/** Removes the extra row and returns the page with its next cursor. */
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

/** A page of a list that is ordered by number, the highest first. */
interface NumberedPage<T> {
  cursor: string | undefined;
  limit: number;
  /** Lists the rows below a number, with one more than the limit when there is a next page. */
  list(at: { before: number | undefined; limit: number }): Promise<T[]>;
  count(): Promise<number>;
  toVersionNumber(row: T): number;
}

/** Reads a page whose cursor is the number of the last row. An unreadable cursor starts at the first page. */
export const readNumbered = async <T>({
  cursor,
  limit,
  list,
  count,
  toVersionNumber,
}: NumberedPage<T>): Promise<{ rows: T[]; nextCursor: string | null; total: number }> => {
  const before = cursor === undefined ? undefined : Number.parseInt(cursor, 10);
  const at = { before: Number.isNaN(before) ? undefined : before, limit };
  const [found, total] = await Promise.all([list(at), count()]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > limit && last ? String(toVersionNumber(last)) : null, total };
};

import { aliasedTable, and, asc, count, desc, eq, inArray, like, not, or, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { boolean, jsonb, PgDialect, pgSchema, pgTable, pgView, text, timestamp } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { Dialect } from './dialect.ts';

const books = pgTable('books', {
  id: text('id').notNull(),
  title: text('the "title"'),
  facts: jsonb('facts').$type<{ pages: number }>(),
  isOut: boolean('is_out'),
  at: timestamp('at', { withTimezone: true }),
});
const authors = pgTable('authors', { id: text('id').notNull(), bookId: text('book_id') });
const shown = pgView('shown_books', { id: text('id').notNull() }).existing();
const elsewhere = pgSchema('elsewhere').table('books', { id: text('id').notNull() });

const db = drizzle.mock();
const other = aliasedTable(books, 'other');
const counted = db
  .select({ bookId: authors.bookId, authors: count().as('authors') })
  .from(authors)
  .groupBy(authors.bookId)
  .as('counted');
const recent = db.$with('recent').as(db.select().from(books).where(eq(books.isOut, true)));
const at = new Date('2030-01-01T00:00:00Z');

const statements: Record<string, { getSQL(): SQL }> = {
  'a join with conditions': db
    .select({ book: books, author: authors.id })
    .from(books)
    .leftJoin(authors, and(eq(authors.bookId, books.id), not(eq(authors.id, 'a'))))
    .where(or(inArray(books.id, ['a', 'b']), like(books.title, '%x%'), sql`${books.at} > ${at}`))
    .orderBy(desc(books.at), asc(sql`lower(${books.title})`))
    .limit(3)
    .for('update', { skipLocked: true }),
  'an alias and a subquery': db
    .select({ id: other.id, authors: counted.authors })
    .from(other)
    .innerJoin(counted, eq(counted.bookId, other.id)),
  'a common table expression': db.with(recent).select().from(recent),
  'a union': db
    .select({ id: books.id })
    .from(books)
    .union(db.select({ id: authors.id }).from(authors)),
  'a view': db
    .select()
    .from(shown)
    .where(sql`exists (${db.select().from(books)})`),
  'an insert': db
    .insert(books)
    .values({ id: sql.placeholder('id'), title: 'x', facts: { pages: 3 }, at })
    .onConflictDoUpdate({ target: books.id, set: { title: sql`excluded.title` } })
    .returning({ id: books.id }),
  'an update': db
    .update(books)
    .set({ facts: null, title: sql`upper(${books.title})` })
    .where(eq(books.id, 'a')),
  'a deletion': db.delete(books).where(and(undefined, eq(books.isOut, false))),
  'a text with values': sql`select ${1}, ${null}, ${'a'}, ${[1, 2]}, ${sql.identifier('n"a')}, ${sql.raw('now()')}, ${db.$count(books)}, ${sql`1`.as('one')}`,
  'a table of a schema': db.select().from(elsewhere),
  'values in the text': sql`select ${"it's"} ${books.id}`.inlineParams(),
};

describe('the text of a statement', () => {
  const ours = new Dialect();
  const theirs = new PgDialect();

  it.each(Object.entries(statements))('is what drizzle writes for %s', (_name, statement) => {
    const { sql: text, params } = theirs.sqlToQuery(statement.getSQL());
    const written = ours.sqlToQuery(statement.getSQL());
    expect(written.sql).toBe(text);
    expect(written.params).toEqual(params);
  });
});

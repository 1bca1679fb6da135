import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { getConnection } from './session.ts';
import type { TenantDb } from './tenant-db.ts';
import type { TakeRow } from './wire/copy-rows.ts';

const dialect = new PgDialect();

/**
 * Runs a query whose rows are sent in binary. The driver reads everything else as text, in which bytes are twice as long and have to be
 * decoded. Values become part of the text of the statement, so pass texts and numbers only.
 */
export const readBinary = (db: TenantDb, query: SQL, take: TakeRow): Promise<void> =>
  getConnection(db).copyRows(
    dialect.sqlToQuery(sql`copy (${query}) to stdout (format binary)`.inlineParams()).sql,
    take,
  );

import { sql } from 'drizzle-orm';
import type { PgColumnBuilderBase } from 'drizzle-orm/pg-core';
import { customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const tenantColumn = () => text('tenant_id').notNull().default(sql`atelier.tenant()`);

/**
 * Declares a table whose rows belong to a tenant. The database fills in `tenant_id` from the transaction, and its forced row-level policy
 * (`select atelier.protect('…')` in the migration) refuses every other value.
 */
export const tenantTable = <N extends string, C extends Record<string, PgColumnBuilderBase>>(
  name: N,
  columns: C,
) => pgTable(name, { tenantId: tenantColumn(), ...columns });

/** Bytes, for content that is small. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A point in time, with zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

export const createdAt = () => moment('created_at').notNull().defaultNow();

import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

declare const bound: unique symbol;

/** A database handle inside a transaction that is bound to one tenant. Only `withTenant` makes one. */
export type TenantDb = NodePgDatabase & { readonly [bound]: 'tenant' };

/** A handle for the few tables that belong to no tenant (identity, directory, queue). Only `withoutTenant` makes one. */
export type GlobalDb = NodePgDatabase & { readonly [bound]: 'global' };

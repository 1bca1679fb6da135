import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

/** The functions for stored files that the deletion of a tenant needs. */
export interface TenantFiles {
  count: (tx: TxCtx) => Promise<{ count: number; bytes: number }>;
  /** Deletes the bytes of all files of the tenant, not their rows. May be repeated. */
  deleteObjects: (ctx: Ctx) => Promise<void>;
}

/** The module `files` provides these functions, because it comes later in the module order. */
export const tenantFiles = defineExtensionPoint<TenantFiles>('people.tenant-files');

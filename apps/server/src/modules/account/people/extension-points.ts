import type { Permission } from '@atelier/contracts/kernel/permissions';
import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

interface NamedThing {
  id: string;
  name: string;
  /** The address that opens it in the browser. */
  address: string;
}

/** Parts of things that users make, such as the documents of a knowledge base. They are found by name, but not shared by themselves. */
export interface SearchedKind {
  kind: string;
  /** The kind in words: "document". */
  label: string;
  /** The permission without which no page shows them. */
  permission: Permission;
  /** Returns what the actor may see and whose name contains `search`, newest first. */
  search: (tx: TxCtx, query: { search: string; limit: number }) => Promise<NamedThing[]>;
}

/** The parts that other modules let people find. */
export const searchedKinds = defineExtensionPoint<SearchedKind>('people.searched-kinds');

/** The functions for stored files that the deletion of a tenant needs. */
export interface TenantFiles {
  count: (tx: TxCtx) => Promise<{ count: number; bytes: number }>;
  /** Deletes the bytes of all files of the tenant, not their rows. May be repeated. */
  deleteObjects: (ctx: Ctx) => Promise<void>;
}

/** The module `files` provides these functions, because it comes later in the module order. */
export const tenantFiles = defineExtensionPoint<TenantFiles>('people.tenant-files');

import type { Permission, Role } from '@atelier/contracts/kernel/permissions';
import type { AnyColumn, SQL } from 'drizzle-orm';
import type { AnyCtx, TxCtx } from '../context/context.ts';
import { defineExtensionPoint } from '../services/extension-points.ts';

export interface Entity {
  id: string;
  name: string;
  /** True when every member of the tenant who may see shared entities may open it. */
  shared: boolean;
  /** The user who made it; null where that is not recorded. */
  madeBy: string | null;
}

/** The decisions of the actor that a thing waits for. */
export interface WaitingAt {
  id: string;
  count: number;
  /** The address of what has waited longest. */
  address: string;
}

/**
 * A kind of thing that users make and share, such as apps. Modules that come before the owning module in the module order use it to find,
 * grant and count these things. Every answer is about the tenant of the transaction.
 */
export interface EntityKind {
  /** The name of the kind in the API: `APP`, `KNOWLEDGE_BASE`. */
  kind: string;
  /** The prefix of its ids, such as `app_`. */
  prefix: string;
  /** The singular and the plural, such as "app" and "apps". */
  label: { one: string; many: string };
  /** The permission without which no page shows things of this kind. */
  permission: Permission;
  /** Says what a member in this role may do with such a thing that was shared with them, as a sentence that begins with "You". */
  describeUse: (role: Role) => string;
  /** True for things whose own settings say with whom they are shared, so no grant opens them. */
  sharesItself?: true;
  /** Returns what waits for a decision of the actor, by thing. Kinds at which nothing waits have none. */
  listWaiting?: (tx: TxCtx) => Promise<WaitingAt[]>;
  /** Returns the address of the page that shows the thing. */
  buildPagePath: (id: string) => string;
  /**
   * Returns the condition under which the actor sees rows that belong to a thing of this kind. The column has the id of the thing.
   * Undefined when nothing is hidden from the actor.
   */
  holdsVisible: (ctx: AnyCtx, column: AnyColumn) => SQL | undefined;
  /** Returns undefined also when the actor may not see it. */
  find: (tx: TxCtx, id: string) => Promise<Entity | undefined>;
  /** Returns the things that the actor may see and whose name contains `search`, newest first. */
  search: (tx: TxCtx, query: { search: string; limit: number }) => Promise<Entity[]>;
  /** Returns the statement that selects the things that the actor may see, in the same columns for every kind: id, name, shared, made_by and made_at. */
  selectVisible: (ctx: AnyCtx) => SQL;
  /** Counts all things of the kind, whether or not the actor may see them. */
  count: (tx: TxCtx) => Promise<number>;
}

/** The kinds of things that users make and share, of all modules. */
export const entityKinds = defineExtensionPoint<EntityKind>('kernel.entity-kinds');

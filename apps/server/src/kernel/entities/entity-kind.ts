import type { TxCtx } from '../context/context.ts';

export interface Entity {
  id: string;
  name: string;
  /** Open to everybody in the company who sees what is shared. */
  shared: boolean;
}

/**
 * A kind of thing that people make and share. By it, parts that stand left of the owning module find, grant and count such
 * things without knowing that module. Every answer is of the transaction's tenant.
 */
export interface EntityKind {
  /** The word of the interface between programs: `APP`, `KNOWLEDGE_BASE`. */
  kind: string;
  /** What ids of this kind begin with: `app_`. */
  prefix: string;
  /** "app", "apps" */
  label: { one: string; many: string };
  /** Where the thing is opened in the browser. */
  addressOf: (id: string) => string;
  /** Undefined too where whoever acts may not see it. */
  find: (tx: TxCtx, id: string) => Promise<Entity | undefined>;
  /** Those that whoever acts may see and whose name holds `search`, newest first. */
  search: (tx: TxCtx, query: { search: string; limit: number }) => Promise<Entity[]>;
  /** All there are, seen or not. */
  count: (tx: TxCtx) => Promise<number>;
}

import type { TxCtx } from './context.ts';

export interface Entity {
  id: string;
  name: string;
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
  find: (tx: TxCtx, id: string) => Promise<Entity | undefined>;
  /** Those whose name holds `search`, newest first. */
  search: (tx: TxCtx, query: { search: string; limit: number }) => Promise<Entity[]>;
  count: (tx: TxCtx) => Promise<number>;
}

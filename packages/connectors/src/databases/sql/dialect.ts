import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import { longestText } from '../../api/lookup.ts';

/** How long statements may take and how much may come at once; tests make them small. */
export interface SqlLimits {
  statementMs: number;
  /** Longest wait between two batches, while the documents of the last one are stored. */
  idleMs: number;
  batchRows: number;
  batchBytes: number;
  /** Longest text of a document, in characters. */
  longest: number;
}

const mebibyte = 1024 * 1024;

export const sqlLimits: SqlLimits = {
  statementMs: 60_000,
  idleMs: 600_000,
  batchRows: 50,
  batchBytes: 64 * mebibyte,
  longest: longestText,
};

/** Where the products that speak this wire protocol differ. */
export interface SqlDialect {
  type: ImportType;
  title: string;
  description: string;
  help: readonly string[];
  port: number;
  /** What makes a session harmless; run before anything else. */
  begin(limits: SqlLimits): readonly string[];
  /** Rows of `schema` and `name`: what the user may read. */
  tables: string;
  /** Rows of `name`, of the table `$2` in the schema `$1`, that the user may read. */
  columns: string;
  /** Rows of `name`: the columns of the primary key in their order. */
  primaryKey?: string;
}

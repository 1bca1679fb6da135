import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import { longestText } from '../../api/lookup.ts';

/** Limits on the duration of statements and the size of batches. Tests make them small. */
export interface SqlLimits {
  statementMs: number;
  /** The longest pause between two batches, while the documents of the previous one are stored. */
  idleMs: number;
  batchRows: number;
  batchBytes: number;
  /** The longest text of a document, in characters. */
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

/** The differences between the products that speak this protocol. */
export interface SqlDialect {
  type: ImportType;
  title: string;
  description: string;
  help: readonly string[];
  port: number;
  /** Statements that make a session read-only; they run before anything else. */
  begin(limits: SqlLimits): readonly string[];
  /** Selects `schema` and `name` of all tables that the user may read. */
  tables: string;
  /** Selects the `name` of each column of table `$2` in schema `$1` that the user may read. */
  columns: string;
  /** Selects the `name` of each column of the primary key, in order. */
  primaryKey?: string;
}

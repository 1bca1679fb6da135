import {
  Column,
  getTableName,
  getViewName,
  is,
  Name,
  Param,
  Placeholder,
  type Query,
  SQL,
  type SQLWrapper,
  StringChunk,
  Subquery,
  Table,
  View,
} from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/** The text of a statement as far as it is written. */
class Writing implements Query {
  sql = '';
  readonly params: unknown[] = [];
  /** True when the statement has a part that only drizzle writes. */
  isPartial = false;

  add(text: string): void {
    this.sql += text;
  }

  addName(name: string): void {
    this.sql += `"${name.replaceAll('"', '""')}"`;
  }

  addParameter(value: unknown): void {
    this.params.push(value);
    this.sql += `$${this.params.length}`;
  }
}

const schema = Symbol.for('drizzle:Schema');
const viewSettings = Symbol.for('drizzle:ViewBaseConfig');
interface Internals {
  [schema]?: string;
  [viewSettings]: { schema: string | undefined };
  shouldInlineParams?: boolean;
  keyAsName?: boolean;
  shouldOmitSQLParens?(): boolean;
}
/** Returns the properties of a part of a statement that its type hides. */
const toInternals = (part: object): Internals => part as Internals;

const columnTexts = new WeakMap<Column, string>();
const toColumnText = (column: Column): string | undefined => {
  const known = columnTexts.get(column);
  if (known !== undefined) return known;
  if (toInternals(column).keyAsName || toInternals(column.table)[schema] !== undefined) return undefined;
  const text = [getTableName(column.table), column.name]
    .map((name) => `"${name.replaceAll('"', '""')}"`)
    .join('.');
  columnTexts.set(column, text);
  return text;
};

const writeColumn = (part: Column, to: Writing): void => {
  const text = toColumnText(part);
  if (text === undefined) to.isPartial = true;
  else to.add(text);
};

const writeSql = (part: SQL, to: Writing): void => {
  if (toInternals(part).shouldInlineParams) to.isPartial = true;
  for (const chunk of part.queryChunks) write(chunk, to);
};

const writeTable = (part: Table, to: Writing): void => {
  if (toInternals(part)[schema] !== undefined) to.isPartial = true;
  to.addName(getTableName(part));
};

const writeView = (part: View, to: Writing): void => {
  if (toInternals(part)[viewSettings].schema !== undefined) to.isPartial = true;
  to.addName(getViewName(part));
};

const writeParam = (part: Param, to: Writing): void => {
  if (is(part.value, Placeholder)) {
    to.addParameter(part);
    return;
  }
  const value: unknown = part.value === null ? null : part.encoder.mapToDriverValue(part.value);
  if (is(value, SQL)) writeSql(value, to);
  else to.addParameter(value);
};

const writeWrapped = (part: SQLWrapper, to: Writing): void => {
  const inner = part.getSQL();
  if (toInternals(part).shouldOmitSQLParens?.()) {
    writeSql(inner, to);
    return;
  }
  to.add('(');
  writeSql(inner, to);
  to.add(')');
};

const writeAliased = (part: SQL.Aliased, to: Writing): void => {
  if (part.fieldAlias === undefined) writeWrapped(part, to);
  else to.addName(part.fieldAlias);
};

const writeSubquery = (part: Subquery, to: Writing): void => {
  const { isWith, sql, alias } = part._;
  if (isWith) {
    to.addName(alias);
    return;
  }
  to.add('(');
  writeSql(sql, to);
  to.add(') ');
  to.addName(alias);
};

const isWrapper = (part: object): part is SQLWrapper => 'getSQL' in part && typeof part.getSQL === 'function';

const writeOther = (part: object, to: Writing): void => {
  if (isWrapper(part)) writeWrapped(part, to);
  else to.addParameter(part);
};

type Write = (part: never, to: Writing) => void;
type Kind = Parameters<typeof is>[1];
const anyWrite = (write: Write) => write as (part: object, to: Writing) => void;

/** The classes of parts, in the order in which drizzle distinguishes them. */
const kinds: readonly (readonly [Kind, Write])[] = [
  [
    StringChunk,
    (part: StringChunk, to) => to.add(part.value.length === 1 ? (part.value[0] ?? '') : part.value.join('')),
  ],
  [Name, (part: Name, to) => to.addName(part.value)],
  [SQL, writeSql],
  [Table, writeTable],
  [Column, writeColumn],
  [View, writeView],
  [Param, writeParam],
  [Placeholder, (part: Placeholder, to) => to.addParameter(part)],
  [SQL.Aliased, writeAliased],
  [Subquery, writeSubquery],
];

/** The function for each class of parts that has occurred. drizzle compares each part with one class after the other. */
const writers = new Map<unknown, (part: object, to: Writing) => void>();
const writerFor = (part: object) => {
  const prototype: unknown = Object.getPrototypeOf(part);
  const known = writers.get(prototype);
  if (known) return known;
  const found = anyWrite(kinds.find(([kind]) => is(part, kind))?.[1] ?? writeOther);
  writers.set(prototype, found);
  return found;
};

const writeList = (parts: readonly unknown[], to: Writing): void => {
  to.add('(');
  for (const [at, part] of parts.entries()) {
    if (at > 0) to.add(', ');
    write(part, to);
  }
  to.add(')');
};

const write = (part: unknown, to: Writing): void => {
  if (part === undefined) return;
  if (typeof part === 'function') to.isPartial = true;
  else if (typeof part !== 'object' || part === null) to.addParameter(part);
  else if (Array.isArray(part)) writeList(part, to);
  else writerFor(part)(part, to);
};

/**
 * Writes the same text as drizzle, in one pass and in a small part of the time: drizzle copies its settings for each part of a statement, and
 * all parameters once for each level. What is rare, such as the schema of a table, is left to drizzle.
 */
export class Dialect extends PgDialect {
  override sqlToQuery(query: SQL): Query {
    const writing = new Writing();
    writeSql(query, writing);
    return writing.isPartial ? super.sqlToQuery(query) : { sql: writing.sql, params: writing.params };
  }
}

import { escapeIdentifier } from 'pg';
import { refuse } from '../entry.ts';
import type { SqlChoice } from './settings.ts';

export interface TableName {
  schema: string;
  name: string;
}

/** Returns the form of a table's name in settings. Both parts are quoted, because either may contain a dot. */
export const tableValue = ({ schema, name }: TableName): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

const part = '(?:"((?:[^"]|"")+)"|([^".]+))';
// expression-is-made: the parts of a name begin and end with signs of their own.
const tablePattern = new RegExp(`^(?:${part}\\.)?${part}$`);
const unquoted = (quoted: string | undefined, plain: string | undefined) =>
  quoted?.replaceAll('""', '"') ?? plain;

/**
 * Parses the name of a table, also as `schema.table` and `table`, which people type. @throws ConnectorError
 * `sources.invalid_settings`
 */
export const parseTableName = (value: string): TableName => {
  const [, quotedSchema, schema, quotedName, name] = tablePattern.exec(value.trim()) ?? [];
  const table = unquoted(quotedName, name);
  if (table === undefined) return refuse('Please choose a table.');
  return { schema: unquoted(quotedSchema, schema) ?? 'public', name: table };
};

/** The rows to read: a table with its columns, or the user's query, wrapped so that only a query is valid there. */
export interface RowSource {
  from: string;
  columns: readonly string[] | undefined;
  values: readonly string[];
  query?: { text: string; offset: number };
}

const opening = 'select * from (\n';

export const sourceOfQuery = ({ query, parameters }: SqlChoice): RowSource => {
  const text = query.trim().replace(/;\s*$/, '');
  const values = parameters.map(({ value }) => value);
  return {
    from: `(\n${text}\n) as rows`,
    columns: undefined,
    values,
    query: { text, offset: opening.length },
  };
};

export const sourceOfTable = (table: TableName, columns: readonly string[]): RowSource => ({
  from: tableValue(table),
  columns,
  values: [],
});

export interface Selection {
  /** Selects only rows with a value in this column, sorted by it, beginning at `after`. */
  cursor?: { column: string; after: string | undefined };
  /** Columns that give rows the same order each time. The column of a cursor comes first. */
  order: readonly string[];
  limit: number;
}

/** Returns the statement with the values of its parameters. Names are quoted, and values are never written into the text. */
export const buildSelect = (source: RowSource, { cursor, order, limit }: Selection) => {
  const columns = source.columns?.map(escapeIdentifier).join(', ') ?? '*';
  const values = [...source.values];
  const parts = [`select ${columns} from ${source.from}`];
  if (cursor) {
    const column = escapeIdentifier(cursor.column);
    if (cursor.after === undefined) parts.push(`where ${column} is not null`);
    else parts.push(`where ${column} >= $${values.push(cursor.after)}`);
  }
  if (order.length > 0) parts.push(`order by ${order.map(escapeIdentifier).join(', ')}`);
  parts.push(`limit ${Math.trunc(limit)}`);
  return { text: parts.join('\n'), values };
};

/** Returns a statement that counts the rows of a selection. */
export const buildCountQuery = (source: RowSource, selection: Omit<Selection, 'order'>) => {
  const { text, values } = buildSelect(source, { ...selection, order: [] });
  return { text: `select count(*) as count from (\n${text}\n) as counted`, values };
};

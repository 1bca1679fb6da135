import { escapeIdentifier } from 'pg';
import { refuse } from '../entry.ts';
import type { SqlChoice } from './settings.ts';

export interface TableName {
  schema: string;
  name: string;
}

/** How a table is named in the settings: both parts quoted, because either may hold a dot. */
export const tableValue = ({ schema, name }: TableName): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

const part = '(?:"((?:[^"]|"")+)"|([^".]+))';
// expression-is-made: the parts of a name begin and end with signs of their own.
const tablePattern = new RegExp(`^(?:${part}\\.)?${part}$`);
const unquoted = (quoted: string | undefined, plain: string | undefined) =>
  quoted?.replaceAll('""', '"') ?? plain;

/** Also takes `schema.table` and `table`, as people write them. @throws ConnectorError `sources.invalid_settings` */
export const tableNameOf = (value: string): TableName => {
  const [, quotedSchema, schema, quotedName, name] = tablePattern.exec(value.trim()) ?? [];
  const table = unquoted(quotedName, name);
  if (table === undefined) return refuse('Please choose a table.');
  return { schema: unquoted(quotedSchema, schema) ?? 'public', name: table };
};

/** What is read: a table by its columns, or the query of a person, wrapped so that nothing but a query fits in. */
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
  /** Only rows with a value there, in its order, beginning at `after`. */
  cursor?: { column: string; after: string | undefined };
  /** So that the same rows come in the same order each time; with a cursor, its column comes first. */
  order: readonly string[];
  limit: number;
}

/** The statement and the values of its parameters. Names are quoted, values are never written into it. */
export const statementOf = (source: RowSource, { cursor, order, limit }: Selection) => {
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

/** How many rows a selection has. */
export const countOf = (source: RowSource, selection: Omit<Selection, 'order'>) => {
  const { text, values } = statementOf(source, { ...selection, order: [] });
  return { text: `select count(*) as count from (\n${text}\n) as counted`, values };
};

import { Column, type DriverValueDecoder, getTableName, is, SQL, Subquery } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The selected fields of a query, in the order of its columns. */
export type Fields = readonly { path: string[]; field: PgColumn | SQL | SQL.Aliased | Subquery }[];

/** Says of each joined table whether every row has one. */
export type NotNullable = Readonly<Record<string, boolean>>;

export type MapRow = (row: readonly unknown[]) => Record<string, unknown>;

type Decoder = DriverValueDecoder<unknown, unknown>;
interface Decoding {
  decoder: Decoder;
}
/** The decoder of an expression is no part of its declared type. */
const decoderIn = (expression: SQL): Decoder => (expression as unknown as Decoding).decoder;

const decoderFor = (field: Fields[number]['field']): Decoder => {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return decoderIn(field);
  return decoderIn(is(field, Subquery) ? field._.sql : field.sql);
};

/** Finds the objects of a row that become null when the table that they come from has no matching row. */
const findOptional = (fields: Fields, notNullable: NotNullable): Map<string, number> => {
  const found = new Map<string, { table: string; at: number }>();
  const mixed = new Set<string>();
  for (const [at, { path, field }] of fields.entries()) {
    const [group] = path;
    if (path.length !== 2 || group === undefined || !is(field, Column)) continue;
    const table = getTableName(field.table);
    const known = found.get(group);
    if (!known) found.set(group, { table, at });
    else if (known.table !== table) mixed.add(group);
  }
  return new Map(
    [...found]
      .filter(([group, { table }]) => !mixed.has(group) && !notNullable[table])
      .map(([group, { at }]) => [group, at]),
  );
};

/**
 * Returns the function that makes an object of each row: what drizzle does, with everything that depends only on the query done once.
 * A field is a property of the row, or of an object of the row.
 */
export const createRowMapper = (fields: Fields, notNullable: NotNullable | undefined): MapRow => {
  const cells = fields.map(({ path, field }) => {
    const [first = '', second, ...deeper] = path;
    if (deeper.length > 0) throw new Error('A row has objects, but no objects inside of them.');
    return { first, second, decoder: decoderFor(field) };
  });
  const optional = notNullable ? findOptional(fields, notNullable) : new Map<string, number>();
  return (row) => {
    const result: Record<string, unknown> = {};
    for (const [at, { first, second, decoder }] of cells.entries()) {
      const raw = row[at];
      const value = raw === null ? null : decoder.mapFromDriverValue(raw);
      if (second === undefined) result[first] = value;
      else {
        const group = (result[first] ??= {}) as Record<string, unknown>;
        group[second] = value;
      }
    }
    for (const [group, at] of optional) if (row[at] === null) result[group] = null;
    return result;
  };
};

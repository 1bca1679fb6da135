import { DrizzleQueryError, is, Param, Placeholder, type Query, type SQL } from 'drizzle-orm';
import { NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { PgPreparedQuery, PgSession, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { QueryConfig, QueryResult } from 'pg';
import pg from 'pg';
import { Dialect } from './dialect.ts';
import { createRowMapper, type Fields, type MapRow, type NotNullable } from './row-mapper.ts';
import type { TakeRow } from './wire/copy-rows.ts';
import { exactParserFor, type ParserOf } from './wire/exact-types.ts';

/** The most statements that a process names. Each costs every connection the memory of its plan. */
const mostNames = 100;
const mostCounted = 1000;
const namedFrom = 3;

/**
 * Returns a function that names frequent statements, so that the database parses and plans them once per connection: with row policies,
 * planning takes longer than most of our statements. A rare text, such as one with a list of varying length, gets no name.
 */
export const createStatementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= mostNames) return name;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < namedFrom) {
      if (counts.size >= mostCounted) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const made = `atelier_${names.size + 1}`;
    names.set(text, made);
    return made;
  };
};

/** The connection of one transaction. */
export interface Connection {
  /** The user for whom the transaction works, if there is one. */
  readonly viewer?: string | undefined;
  query(statement: QueryConfig & { rowMode?: 'array' }): Promise<QueryResult<unknown[]>>;
  /** Sends `copy … to stdout (format binary)` and passes on its rows. Throws what `take` throws. */
  copyRows(text: string, take: TakeRow): Promise<void>;
}

/** The values of a statement's placeholders, by name. */
export type Given = Readonly<Record<string, unknown>>;

/**
 * The place of the user for whom the transaction works. Conditions that contain it are the same for all users, so they are made once.
 * A statement that contains it fails in a transaction that works for nobody.
 */
export const viewer = new Placeholder<'viewer', string>('viewer');

const { builtins } = pg.types;
/** The column types whose text drizzle parses itself, instead of the driver: times, dates, intervals, and arrays of numbers and of times. */
const readByDrizzle = new Set<number>([
  builtins.TIMESTAMPTZ,
  builtins.TIMESTAMP,
  builtins.DATE,
  builtins.INTERVAL,
  1231,
  1115,
  1185,
  1187,
  1182,
]);
const asItIs = (text: string): string => text;
const parserFor: ParserOf = (id, format) => (readByDrizzle.has(id) ? asItIs : exactParserFor(id, format));
const types = { getTypeParser: parserFor as typeof pg.types.getTypeParser };

const nameOf = createStatementNames();

type ReadValue = (given: Given) => unknown;

const readValue = (given: Given, name: string): unknown => {
  const value = given[name];
  // `pg` would send null, which is a value of its own.
  if (value === undefined) throw new Error(`The statement has no value for "${name}".`);
  return value;
};

/** Returns the function that takes a parameter of the statement from the given values. */
const createValueReader = (parameter: unknown): ReadValue => {
  if (is(parameter, Placeholder)) return (given) => readValue(given, parameter.name);
  if (is(parameter, Param) && is(parameter.value, Placeholder)) {
    const { encoder, value } = parameter;
    return (given) => {
      const inner = readValue(given, value.name);
      return inner === null ? null : (encoder.mapToDriverValue(inner) as unknown);
    };
  }
  return () => parameter;
};

type MapRows = (rows: unknown[][]) => unknown;

/** A statement with its text, its parameters and the way in which its rows are read. It can run any number of times, on any connection. */
export class Statement extends PgPreparedQuery<PreparedQueryConfig> {
  /** Set by drizzle when the statement has joins. */
  joinsNotNullableMap: NotNullable | undefined;
  readonly #text: string;
  readonly #values: readonly ReadValue[];
  readonly #fields: Fields | undefined;
  readonly #mapAll: MapRows | undefined;
  readonly #connection: Connection | undefined;
  #mapRow: MapRow | undefined;

  constructor(
    query: Query,
    fields: Fields | undefined,
    { mapAll, connection }: { mapAll?: MapRows | undefined; connection?: Connection | undefined },
  ) {
    super(query, undefined, undefined);
    this.#text = query.sql;
    this.#values = query.params.map(createValueReader);
    this.#fields = fields;
    this.#mapAll = mapAll;
    this.#connection = connection;
  }

  override execute(given: Given = {}): Promise<unknown> {
    if (!this.#connection) throw new Error('This statement is only compiled.');
    return this.run(this.#connection, given);
  }

  /** Sends the statement at once, and returns the rows as drizzle would. Throws what drizzle would. */
  async run(connection: Connection, given: Given): Promise<unknown> {
    const all = { ...given, [viewer.name]: connection.viewer };
    const values = this.#values.map((read) => read(all));
    const text = this.#text;
    const isMapped = this.#fields !== undefined || this.#mapAll !== undefined;
    const name = nameOf(text);
    const statement = {
      text,
      values,
      types,
      ...(name !== undefined && { name }),
      ...(isMapped && { rowMode: 'array' as const }),
    };
    const result = await connection.query(statement).catch((cause: Error) => {
      throw new DrizzleQueryError(text, values, cause);
    });
    if (this.#mapAll) return this.#mapAll(result.rows);
    if (!this.#fields) return result;
    this.#mapRow ??= createRowMapper(this.#fields, this.joinsNotNullableMap);
    return result.rows.map(this.#mapRow);
  }
}

/** Makes statements, which run on one connection, or without a connection are only compiled. */
export class Session extends PgSession<NodePgQueryResultHKT> {
  readonly connection: Connection | undefined;
  /** The statement that was made last. */
  latest: Statement | undefined;

  constructor(connection?: Connection) {
    super(dialect);
    this.connection = connection;
  }

  // oxlint-disable-next-line max-params -- drizzle calls it so
  override prepareQuery<T extends PreparedQueryConfig>(
    query: Query,
    fields: Fields | undefined,
    _name: string | undefined,
    _isArrayMode: boolean,
    mapAll?: (rows: unknown[][]) => T['execute'],
  ): PgPreparedQuery<T> {
    this.latest = new Statement(query, fields, { mapAll, connection: this.connection });
    return this.latest;
  }

  override async count(query: SQL): Promise<number> {
    const { rows } = await this.execute<QueryResult<{ count: string }>>(query);
    return Number(rows[0]?.count ?? 0);
  }

  override transaction(): Promise<never> {
    throw new Error('Use cases join the open transaction with `ctx.tx`.');
  }
}

/** Builds the text of statements. It has no state. */
const dialect = new Dialect();

export const createDatabase = (session: Session): NodePgDatabase =>
  new NodePgDatabase(dialect, session, undefined);

/** Returns the connection of the transaction to which the handle belongs. */
export const getConnection = (db: NodePgDatabase): Connection => {
  const { session } = db._;
  if (session instanceof Session && session.connection) return session.connection;
  throw new Error('The handle belongs to no transaction.');
};

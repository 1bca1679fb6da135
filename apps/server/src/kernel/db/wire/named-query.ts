import pg, { type Connection, type QueryConfig, type QueryResult } from 'pg';

/** The columns of a statement, and how their values are read. */
interface Columns {
  fields: unknown[];
  _parsers: unknown[] | undefined;
  _prebuiltEmptyResultObject: object | null;
}

/** The parts of `pg.Query` that its declared type hides. */
interface QueryInternals {
  name: string | undefined;
  text: string;
  values: unknown[] | undefined;
  types: unknown;
  callback: (error: Error | undefined, result: QueryResult<unknown[]>) => void;
  _result: Columns;
  _rowMode: 'array' | undefined;
  _results: unknown;
  _accumulateRows: boolean;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleEmptyQuery(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}
export const Query = pg.Query as unknown as new (text: string) => QueryInternals;
const Result = (pg as unknown as { Result: new (rowMode: 'array' | undefined, types: unknown) => Columns })
  .Result;

/** The part of a connection that asks for the columns of a statement. */
interface Describing {
  describe?: () => void;
}
const describingOf = (connection: Connection): Describing => connection as unknown as Describing;
const nothing = (): void => undefined;

/** The columns of the statements that a connection has prepared, by name. */
const prepared = new WeakMap<Connection, Map<string, Columns>>();
const columnsOn = (connection: Connection): Map<string, Columns> => {
  const known = prepared.get(connection);
  if (known) return known;
  const made = new Map<string, Columns>();
  prepared.set(connection, made);
  return made;
};

/** A named statement asks for its columns only the first time, because they are as long as its rows and never change. */
export class NamedQuery extends Query {
  readonly #name: string;
  /** True when the statement has failed before it was sent, or was answered. */
  isOver = false;

  constructor(
    { text, name, values, types, rowMode }: QueryConfig & { name: string; rowMode?: 'array' },
    callback: QueryInternals['callback'],
  ) {
    super(text);
    this.#name = name;
    this.name = name;
    this.values = values;
    this.types = types;
    this._rowMode = rowMode;
    this._result = new Result(rowMode, types ?? pg.types);
    this._results = this._result;
    this.callback = (error, result) => {
      this.isOver = true;
      callback(error, result);
    };
  }

  override submit(connection: Connection): Error | null {
    const columns = columnsOn(connection).get(this.#name);
    if (!columns) return super.submit(connection);
    Object.assign(this._result, columns);
    this._accumulateRows = true;
    const describing = describingOf(connection);
    describing.describe = nothing;
    try {
      return super.submit(connection);
    } finally {
      delete describing.describe;
    }
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    columnsOn(connection).set(this.#name, { fields, _parsers, _prebuiltEmptyResultObject });
    super.handleCommandComplete(message, connection);
  }
}

const asQuery = (query: QueryInternals): pg.Query => query as unknown as pg.Query;

/** A connection, or the part of one that a transaction uses. */
export type Sender = Pick<pg.ClientBase, 'query'>;

/**
 * Sends a statement, named or not, and resolves to its result. Statements that fail together are rejected in their order, because both
 * kinds are answered by a callback; a promise of the driver's own would take longer.
 */
export const sendQuery = (
  client: Sender,
  statement: QueryConfig & { rowMode?: 'array' },
): Promise<QueryResult<unknown[]>> =>
  new Promise((resolve, reject) => {
    const { name } = statement;
    const answer = (error: Error | null | undefined, result: QueryResult<unknown[]>): void =>
      error ? reject(error) : resolve(result);
    if (name === undefined) client.query(statement, answer);
    else client.query(asQuery(new NamedQuery({ ...statement, name }, answer)));
  });

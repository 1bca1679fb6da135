import pg, { type Connection, type QueryConfig, type QueryResult } from 'pg';

type Answer = (error: Error | undefined, result: QueryResult<unknown[]>) => void;

/** The parts of a query that `pg` calls while it is answered, which the declared type hides. */
interface Submitted {
  name: string | undefined;
  text: string;
  callback: Answer;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleEmptyQuery(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}
export const Query = pg.Query as unknown as new (statement: QueryConfig | string) => Submitted;

/** A named statement, which the database parses and plans once for each connection. */
export class NamedQuery extends Query {
  /** True when the statement has failed before it was sent, or was answered. */
  isOver = false;

  constructor(statement: QueryConfig & { name: string; rowMode?: 'array' }, callback: Answer) {
    super(statement);
    this.callback = (error, result) => {
      this.isOver = true;
      callback(error, result);
    };
  }
}

const asQuery = (query: Submitted): pg.Query => query as unknown as pg.Query;

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

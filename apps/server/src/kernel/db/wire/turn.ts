import type { Connection, PoolClient } from 'pg';
import { NamedQuery, Query, type Sender } from './named-query.ts';

/** The parts of a connection that its declared type hides. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  sync?: () => void;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}
const toWire = (connection: Connection): Wire => connection as unknown as Wire;
const nothing = (): void => undefined;

/** The failure of a statement that PostgreSQL has skipped because one before it failed. */
const aborted = (): Error =>
  Object.assign(new Error('The statement was skipped, because an earlier one of the transaction failed.'), {
    code: '25P02',
  });

/** True for what PostgreSQL has answered to a statement; the connection is whole then. */
const isAnswer = (error: Error): boolean => 'severity' in error;

/**
 * Named statements of one transaction that PostgreSQL answers together: after each message `Sync` it sends what it has, which wakes this
 * process, so they share one. When a statement fails, PostgreSQL skips the others.
 */
class Together extends Query {
  readonly #queries: NamedQuery[];

  constructor(queries: readonly NamedQuery[]) {
    super('');
    this.#queries = [...queries];
    // The driver files under this name what it hears about the statement that is being answered.
    Object.defineProperties(this, {
      name: { get: () => this.#queries[0]?.name },
      text: { get: () => this.#queries[0]?.text, set: nothing },
    });
    this.callback = nothing;
  }

  override submit(connection: Connection): Error | null {
    const wire = toWire(connection);
    wire.stream.cork();
    wire.sync = nothing;
    try {
      for (const query of [...this.#queries]) {
        const error = query.submit(connection);
        if (error) query.handleError(error, connection);
        if (query.isOver) this.#queries.splice(this.#queries.indexOf(query), 1);
      }
    } finally {
      delete wire.sync;
      toWire(connection).sync?.();
      wire.stream.uncork();
    }
    return null;
  }

  override handleRowDescription(message: unknown): void {
    this.#queries[0]?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#queries[0]?.handleDataRow(message);
  }

  override handleEmptyQuery(connection: Connection): void {
    this.#queries.shift()?.handleReadyForQuery(connection);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    const query = this.#queries.shift();
    query?.handleCommandComplete(message, connection);
    query?.handleReadyForQuery(connection);
  }

  override handleReadyForQuery(): void {
    // Each statement was told when it was answered.
  }

  override handleError(error: Error, connection: Connection): void {
    const { parsedStatements, submittedNamedStatements } = toWire(connection);
    const [failed, ...skipped] = this.#queries.splice(0);
    failed?.handleError(error, connection);
    for (const query of skipped) {
      const { name = '' } = query;
      if (!(name in parsedStatements)) delete submittedNamedStatements[name];
      query.handleError(isAnswer(error) ? aborted() : error, connection);
    }
  }
}

/**
 * The connection of one transaction. What is sent between `collect` and the end of the turn of the event loop leaves in one write, and named
 * statements that follow one another are answered in one piece.
 */
export class Turn {
  readonly #client: PoolClient;
  #waiting: NamedQuery[] = [];
  #ends = 0;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  readonly query = ((...sent: unknown[]): unknown => {
    const [query] = sent;
    if (this.#ends > 0 && query instanceof NamedQuery) return void this.#waiting.push(query);
    this.#send();
    return this.#pass(...sent);
  }) as Sender['query'];

  /** Collects until the end of this turn. `last` sends what comes after everything else. */
  collect(last?: () => void): void {
    const { stream } = (this.#client as unknown as { connection: Wire }).connection;
    stream.cork();
    this.#ends += 1;
    setImmediate(() => {
      this.#send();
      last?.();
      this.#ends -= 1;
      stream.uncork();
    });
  }

  #pass(...sent: unknown[]): unknown {
    return (this.#client.query as (...values: unknown[]) => unknown).apply(this.#client, sent);
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) this.#pass(waiting.length === 1 ? waiting[0] : new Together(waiting));
  }
}

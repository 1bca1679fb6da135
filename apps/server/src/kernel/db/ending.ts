import type { PoolClient } from 'pg';

/**
 * How a transaction that only reads sends its statements: all of them before the first one is answered, or some of them after the others
 * were answered. The commit leaves with the last ones.
 */
export type Reads = 'at once' | 'in two';

/** The part of a connection that can send several messages in one write. */
interface Corked {
  connection?: { stream: { cork(): void; uncork(): void } };
}
const streamOf = (client: PoolClient) => (client as unknown as Corked).connection?.stream;

/** Sends all messages of this turn of the event loop in one write. `last` adds the last one. */
const inOneWrite = (client: PoolClient, last?: () => void): void => {
  const stream = streamOf(client);
  stream?.cork();
  setImmediate(() => {
    last?.();
    stream?.uncork();
  });
};

/** The end of a transaction: its last statements, if any were named, leave together with the commit and are answered with it. */
export class LastStatement {
  readonly #sent = Promise.withResolvers<void>();
  #writing: Promise<unknown> | undefined;
  #isNamed = false;
  #isOver = false;

  /**
   * Sends what nothing in the transaction waits for: one statement, or several declared ones, which leave at once. If one fails, so does the
   * transaction.
   */
  begin(write: () => Promise<unknown>): void {
    if (this.#isNamed) throw new Error('A transaction has one last statement.');
    this.#isNamed = true;
    // Drizzle sends a statement each time that it is awaited, so it is awaited only once.
    this.#writing = (async () => void (await write()))();
    // The commit reports a failure of this statement. If there is no commit, the transaction has failed for another reason.
    this.#writing.catch(() => undefined);
  }

  /** To be called before each statement is handed to the connection. After the commit it would run outside the transaction. */
  noteStatement(): void {
    if (this.#isOver) throw new Error('The transaction has ended.');
    if (this.#isNamed) this.#sent.resolve();
  }

  async commit(client: Pick<PoolClient, 'query'>): Promise<void> {
    // The commit must not overtake the statement.
    await Promise.race([this.#sent.promise, this.#writing]);
    this.#isOver = true;
    // If the statement fails, the database answers the commit with a rollback.
    await Promise.all([this.#writing, client.query('commit')]);
  }
}

/** The end of a transaction. */
export interface Ending {
  /** True when the commit has been sent before the work was done. */
  readonly isOver: boolean;
  commit(): Promise<unknown>;
  rollback(): Promise<unknown>;
  /** Sends the commit after the statements of this turn of the event loop. Only a transaction that reads can end before its work. */
  endWithThisTurn(): void;
}

export class WriteEnding implements Ending {
  readonly isOver = false;
  readonly #client: PoolClient;
  readonly #last: LastStatement;

  constructor(client: PoolClient, last: LastStatement) {
    this.#client = client;
    this.#last = last;
    inOneWrite(client);
  }

  commit(): Promise<unknown> {
    return this.#last.commit(this.#client);
  }

  rollback(): Promise<unknown> {
    return this.#client.query('rollback');
  }

  endWithThisTurn(): void {
    throw new Error('A transaction that writes ends after its work.');
  }
}

export class ReadEnding implements Ending {
  isOver = false;
  readonly #client: PoolClient;
  #committed: Promise<unknown> | undefined;

  constructor(client: PoolClient, reads: Reads) {
    this.#client = client;
    if (reads === 'at once') this.endWithThisTurn();
    else inOneWrite(client);
  }

  endWithThisTurn(): void {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    promise.catch(() => undefined);
    this.#committed = promise;
    inOneWrite(this.#client, () => {
      this.isOver = true;
      this.#client.query('commit').then(resolve, reject);
    });
  }

  commit(): Promise<unknown> {
    return this.#committed ?? this.#client.query('commit');
  }

  rollback(): Promise<unknown> {
    return this.#committed ?? this.#client.query('rollback');
  }
}

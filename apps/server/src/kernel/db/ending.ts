import type { PoolClient } from 'pg';
import type { LastStatement } from './last-statement.ts';

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

import type { PoolClient } from 'pg';

/** The end of a transaction: its last statement, if one was named, leaves together with the commit and is answered with it. */
export class LastStatement {
  readonly #sent = Promise.withResolvers<void>();
  #writing: Promise<unknown> | undefined;
  #isNamed = false;
  #isOver = false;

  /** Sends the one statement whose result nothing in the transaction waits for. If the statement fails, so does the transaction. */
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

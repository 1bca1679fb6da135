import type { Sender } from '../wire/named-query.ts';
import type { Turn } from '../wire/turn.ts';

/**
 * The order in which a transaction that only reads sends its statements: all of them before the first one is answered, or some of them after the others
 * were answered. The commit leaves with the last ones.
 */
export type Reads = 'at once' | 'in two';

/** The end of a transaction: its last statements, if any were named, leave together with the commit and are answered with it. */
export class LastStatement {
  readonly #turn: Pick<Turn, 'collect'>;
  readonly #sent = Promise.withResolvers<void>();
  #writing: Promise<unknown> | undefined;
  #hasFailed = false;
  #isNamed = false;
  #isOver = false;

  constructor(turn: Pick<Turn, 'collect'>) {
    this.#turn = turn;
  }

  /**
   * Sends what nothing in the transaction waits for: one statement, or several declared ones, which leave at once. If one fails, so does the
   * transaction.
   */
  begin(write: () => Promise<unknown>): void {
    if (this.#isNamed) throw new Error('A transaction has one last statement.');
    this.#isNamed = true;
    this.#turn.collect();
    // Drizzle sends a statement each time that it is awaited, so it is awaited only once.
    this.#writing = (async () => void (await write()))();
    // The commit reports a failure of this statement. If there is no commit, the transaction has failed for another reason.
    this.#writing.catch(() => {
      this.#hasFailed = true;
    });
  }

  /** To be called before each statement is handed to the connection. After the commit it would run outside the transaction. */
  noteStatement(): void {
    if (this.#isOver) throw new Error('The transaction has ended.');
    if (this.#isNamed) this.#sent.resolve();
  }

  /** True when the transaction has ended with its work, so that the commit waits for no answer. */
  get isNamed(): boolean {
    return this.#isNamed;
  }

  /** The result of the statement, if one was named. */
  get written(): Promise<unknown> | undefined {
    return this.#writing;
  }

  /**
   * Waits until the statement is on its way, so that the commit does not overtake it. Nothing may be sent afterwards. Throws what prevented
   * a statement from being sent: those beside it must not be committed.
   */
  async close(): Promise<void> {
    await Promise.race([this.#sent.promise, this.#writing]);
    this.#isOver = true;
    // All that the writing does in this turn of the event loop comes before this.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    if (this.#hasFailed) await this.#writing;
  }

  /** `guard` sends what has to hold for the commit; it fails the transaction otherwise. */
  async commit(client: Sender, guard?: () => Promise<unknown>): Promise<void> {
    await this.close();
    // If a statement fails, the database answers the commit with a rollback.
    await Promise.all([this.#writing, guard?.(), client.query('commit')]);
  }
}

/** The end of a transaction. */
export interface Ending {
  /** True when the commit has been sent before the work was done. */
  readonly isOver: boolean;
  /** `guard` sends what has to hold for the commit of a last statement. */
  commit(guard?: () => Promise<unknown>): Promise<unknown>;
  rollback(): Promise<unknown>;
  /** Sends the commit after the statements of this turn of the event loop. Only a transaction that reads can end before its work. */
  endWithThisTurn(): void;
}

export class WriteEnding implements Ending {
  readonly isOver = false;
  readonly #client: Turn;
  readonly #last: LastStatement;

  constructor(client: Turn, last: LastStatement) {
    this.#client = client;
    this.#last = last;
    client.collect();
  }

  commit(guard?: () => Promise<unknown>): Promise<unknown> {
    return this.#last.commit(this.#client, guard);
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
  readonly #client: Turn;
  #committed: Promise<unknown> | undefined;

  constructor(client: Turn, reads: Reads) {
    this.#client = client;
    if (reads === 'at once') this.endWithThisTurn();
    else client.collect();
  }

  endWithThisTurn(): void {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    promise.catch(() => undefined);
    this.#committed = promise;
    this.#client.collect(() => {
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

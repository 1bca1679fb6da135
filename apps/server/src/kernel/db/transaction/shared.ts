import type { PoolClient } from 'pg';
import { Recollection } from '../../cache/remembered.ts';
import { OutOfDate } from '../../cache/revisions.ts';
import { createDatabase, Session } from '../session.ts';
import type { Turn } from '../wire/turn.ts';
import { type Beginning, begin, createConnection, reliedOn, requireCurrent, type Work } from './beginning.ts';
import { LastStatement } from './ending.ts';
import { onConnection } from './on-connection.ts';

/** The work of one of the callers who share a transaction. */
export interface Part {
  settings: Beginning;
  work: Work<void>;
}

/** The outcome of a part: stored, not stored and to be done alone, or failed, perhaps after it was stored. */
export type PartOutcome = 'stored' | 'alone' | { error: unknown };

const refuseReads = (): never => {
  throw new Error('A transaction that writes ends after its work.');
};

/** One caller in a shared transaction. */
class Member {
  readonly settings: Beginning;
  readonly recollection: Recollection;
  readonly last: LastStatement;
  isDone = false;
  /** True once the work has sent a statement. */
  hasSent = false;
  readonly #work: Work<void>;
  #write: (() => Promise<unknown>) | undefined;

  constructor(turn: Turn, { settings, work }: Part) {
    this.settings = settings;
    this.recollection = new Recollection(settings.tenantId);
    this.last = new LastStatement(turn);
    this.#work = work;
  }

  /** Does the work, whose last statement waits for the other members. Throws when it failed after it had sent a statement. */
  async work(turn: Turn, begun: Promise<unknown>): Promise<void> {
    const noteStatement = () => {
      this.hasSent = true;
      this.last.noteStatement();
    };
    const begin = (write: () => Promise<unknown>) => {
      if (this.#write) throw new Error('A transaction has one last statement.');
      this.#write = write;
    };
    const { viewer } = this.settings;
    const inTransaction = { begun, ending: { isOver: false }, last: { noteStatement }, viewer };
    try {
      await this.#work(createDatabase(new Session(createConnection(turn, inTransaction))), {
        recollection: this.recollection,
        last: { begin },
        endWithThisTurn: refuseReads,
      });
      this.isDone = true;
    } catch (error) {
      if (this.hasSent) throw error;
    }
  }

  /** Sends the last statement, and returns when it is on its way. */
  async close(): Promise<void> {
    if (this.#write) this.last.begin(this.#write);
    await this.last.close();
  }

  /** Keeps what was learned, after the commit. */
  keep(): void {
    const { supposed } = this.settings;
    // The database has compared these revisions.
    const about = supposed?.unproven;
    if (about) supposed?.judge(about);
    this.recollection.keep();
  }
}

/** True when the database has answered that it stored nothing. */
const isRefusal = (error: unknown): boolean => {
  if (error instanceof OutOfDate) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('severity' in cause && cause.severity === 'ERROR') return true;
  return false;
};

/** One attempt to run the works of several callers in one transaction. */
class SharedTransaction {
  readonly #members: readonly Member[];
  readonly #settings: Beginning;
  readonly #turn: Turn;

  constructor(turn: Turn, parts: readonly Part[], { tenantId, patience }: Beginning) {
    this.#turn = turn;
    this.#members = parts.map((part) => new Member(turn, part));
    this.#settings = { tenantId, patience, first: false };
  }

  /** True once the commit may have been sent. */
  isEnding = false;

  /** Returns which members were stored. */
  async work(): Promise<boolean[]> {
    this.#turn.collect();
    const begun = begin(this.#turn, this.#settings).then(({ tenant }) => {
      const verdicts = this.#members.map(({ recollection }) => recollection.judge(tenant));
      if (verdicts.includes(false)) throw new OutOfDate();
    });
    // The failure is reported by the first statement and by the end of the transaction.
    begun.catch(() => undefined);
    await Promise.all(this.#members.map((member) => member.work(this.#turn, begun)));
    const done = this.#members.filter(({ isDone }) => isDone);
    await Promise.all(done.map((member) => member.close()));
    const relied = done.flatMap(({ settings, recollection }) => reliedOn(settings, recollection));
    const distinct = new Map(relied.map((required) => [required.join(' '), required]));
    this.isEnding = true;
    await Promise.all([
      begun,
      ...done.map(({ last }) => last.written),
      requireCurrent(this.#turn, [...distinct.values()]),
      this.#turn.query('commit'),
    ]);
    for (const member of done) member.keep();
    return this.#members.map(({ isDone }) => isDone);
  }
}

/**
 * Runs the works of several callers of a tenant, in their order, in one transaction: one beginning, one commit and one wait for the disk.
 * Each has its own viewer, its own remembered data, which the database compares before the commit, and its own last statement; these leave
 * together after all works are done, so that locks are held briefly. A work that fails before it has sent a statement is left out. When
 * anything else fails, or the database refuses the commit, nothing is stored and each is to be done alone. When nobody knows whether the
 * commit took place, all fail.
 */
export const transactTogether = async (
  client: PoolClient,
  parts: readonly Part[],
): Promise<PartOutcome[]> => {
  const [first] = parts;
  if (!first) return [];
  let shared: SharedTransaction | undefined;
  try {
    const stored = await onConnection(client, (turn) => {
      const transaction = new SharedTransaction(turn, parts, first.settings);
      shared = transaction;
      return { work: () => transaction.work(), rollback: () => turn.query('rollback') };
    });
    return stored.map((isStored) => (isStored ? 'stored' : 'alone'));
  } catch (error) {
    const isUnknown = shared?.isEnding === true && !isRefusal(error);
    return parts.map(() => (isUnknown ? { error } : 'alone'));
  }
};

import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Recollection } from '../../cache/remembered.ts';
import {
  type RevisionRow,
  type Revisions,
  requireRevision,
  revisionColumns,
  revisionsIn,
  type Supposition,
} from '../../cache/revisions.ts';
import { isAborted } from '../database-errors.ts';
import type { Connection } from '../session.ts';
import { copyRows } from '../wire/copy-rows.ts';
import { type Sender, sendQuery } from '../wire/named-query.ts';
import type { Ending, LastStatement, Reads } from './ending.ts';

/** The time limits of a transaction: `short` for a request; `long` for a run, a job or a chore. */
export type Patience = 'short' | 'long';

interface TimeLimits {
  /** The limit for one statement. */
  statementMs: number;
  /** The limit for waiting for a lock of another transaction. */
  lockMs: number;
  /** The limit between two statements. A transaction waits for nothing but the database, or in a run for a computation. */
  idleMs: number;
  /** The limit for waiting for a connection. */
  waitMs: number;
}

export const timeLimits: Record<Patience, TimeLimits> = {
  short: { statementMs: 60_000, lockMs: 15_000, idleMs: 60_000, waitMs: 10_000 },
  long: { statementMs: 1_800_000, lockMs: 300_000, idleMs: 1_800_000, waitMs: 60_000 },
};

interface InTransaction {
  begun: Promise<unknown>;
  ending: Pick<Ending, 'isOver'>;
  last: Pick<LastStatement, 'noteStatement'>;
  viewer: string | undefined;
}

/**
 * Returns the connection of a transaction. Each statement waits for `begun` and fails with it. After a failure, PostgreSQL refuses the
 * statements that were sent behind it; they fail with its cause, because the work may see theirs first.
 */
export const createConnection = (
  client: Sender,
  { begun, ending, last, viewer }: InTransaction,
): Connection => {
  let failure: unknown;
  const answered = async <T>(send: () => Promise<T>): Promise<T> => {
    if (ending.isOver) throw new Error('A read at once sends all its statements before it waits for any.');
    last.noteStatement();
    try {
      const [, result] = await Promise.all([begun, send()]);
      return result;
    } catch (error) {
      if (!isAborted(error)) failure ??= error;
      throw failure ?? error;
    }
  };
  return {
    viewer,
    query: (statement) => answered(() => sendQuery(client, statement)),
    copyRows: (text, take) => answered(() => copyRows(client, text, take)),
  };
};

export const toSettings = ({ statementMs, lockMs, idleMs }: TimeLimits): Record<string, number> => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleMs,
});

const settingNames = ['app.tenant_id', ...Object.keys(toSettings(timeLimits.short))];

/**
 * Excludes plans that read a whole table although there is an index. The plan of a named statement is kept, often from a time when the
 * table was small, and would read the whole table after it has grown. Custom plans are no alternative, because planning takes longer than
 * most of the statements. A table without an index is then so expensive that PostgreSQL would compile the statement to machine code, which
 * takes a hundred times longer than the statement.
 */
const planning = `set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;

/**
 * Binds a transaction to a tenant, sets its time limits and reads the revisions of tenant and user. The limits are set here because a
 * connection pooler accepts none for a whole connection.
 */
const beginning = {
  name: 'atelier_begin',
  text: `select ${planning}, ${settingNames.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(', ')}, ${revisionColumns('$1', '$5')}`,
};

const starts = {
  write: { name: 'atelier_start', text: 'begin', values: [] },
  read: { name: 'atelier_start_reading', text: 'begin read only', values: [] },
};

export interface Beginning {
  tenantId: string;
  /** The user for whom the transaction works, if there is one. */
  viewer?: string | undefined;
  patience: Patience;
  /** Data that is remembered about the caller and has to be current. */
  supposed?: Supposition | undefined;
  /** True when the first statement is sent only after the transaction has begun. */
  first: boolean;
  /** The way of a transaction that only reads. */
  reads?: Reads | undefined;
}

export const begin = async (client: Sender, settings: Beginning): Promise<Revisions> => {
  const { tenantId, patience, supposed, reads } = settings;
  const limits = Object.values(toSettings(timeLimits[patience])).map(String);
  const [, { rows }] = await Promise.all([
    sendQuery(client, reads ? starts.read : starts.write),
    sendQuery(client, { ...beginning, values: [tenantId, ...limits, supposed?.subjects.userId ?? ''] }),
  ]);
  const [row] = rows as unknown as RevisionRow[];
  if (!row) throw new Error('The transaction did not begin.');
  return revisionsIn(row);
};

/** The revisions, with their subjects, that a transaction has relied on and that have not been compared yet. */
export const reliedOn = (
  { tenantId, supposed }: Beginning,
  recollection: Recollection,
): readonly (readonly [subject: string, revision: string])[] => {
  const about = supposed?.unproven;
  const ofTenant = new Set([...recollection.unproven, ...(about ? [about.tenant] : [])]);
  const required = [...ofTenant].map((revision) => [tenantId, revision] as const);
  const userId = supposed?.subjects.userId;
  return about && userId ? [...required, [userId, about.user]] : required;
};

/**
 * Lets the database compare revisions with the present ones, so that the commit need not wait until this process has compared them. It
 * compares later than the beginning does, so it is at least as strict.
 */
export const requireCurrent = (
  client: Sender,
  required: readonly (readonly [subject: string, revision: string])[],
): Promise<unknown> =>
  Promise.all(required.map((values) => sendQuery(client, { ...requireRevision, values: [...values] })));

/** The parts of a transaction besides its database handle. */
export interface Beside {
  recollection: Recollection;
  last: Pick<LastStatement, 'begin'>;
  /** Sends the commit of a read in two together with the statements that follow at once. */
  endWithThisTurn(): void;
}

export type Work<T> = (db: NodePgDatabase, beside: Beside) => Promise<T>;

import { createHmac } from 'node:crypto';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { sql } from 'drizzle-orm';
import { fail } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { TxCtx } from '../../context/context.ts';
import { writeSignal } from '../../context/transaction-writes.ts';
import { isSameSecret, type Secrets } from '../../secrets/secrets.ts';
import { serialize } from '../definition/serialize.ts';
import { isTerminal } from '../definition/tables.ts';
import { waitingTopic } from '../definition/topics.ts';

/** The run and the name that a token stands for. */
export interface SignalAddress {
  tenantId: string;
  runId: string;
  name: string;
}

const seal = (secrets: Pick<Secrets, 'derive'>, body: string): string =>
  createHmac('sha256', secrets.derive('run signals')).update(body).digest('base64url');

/**
 * Returns the unguessable token of a run's signal. It is always the same for a run and a name, so that replay returns the same.
 */
export const signalToken = (secrets: Pick<Secrets, 'derive'>, address: SignalAddress): string => {
  const body = Buffer.from(JSON.stringify([address.tenantId, address.runId, address.name])).toString(
    'base64url',
  );
  return `${body}.${seal(secrets, body)}`;
};

/** Returns the run and the name of a token; undefined when this server did not make it. */
export const openSignalToken = (
  secrets: Pick<Secrets, 'derive'>,
  token: string,
): SignalAddress | undefined => {
  const [body = '', mac = ''] = token.split('.', 2);
  if (!isSameSecret(seal(secrets, body), mac)) return undefined;
  const [tenantId, runId, name] = readJson(Buffer.from(body, 'base64url').toString()) as string[];
  return tenantId === undefined || runId === undefined || name === undefined
    ? undefined
    : { tenantId, runId, name };
};

export interface Signal {
  runId: string;
  name: string;
  payload: unknown;
  /** Signals with the same id are stored once. */
  id?: string;
  /** True when the signal is for one wait: it is not stored while an earlier one of its name has not been taken. */
  isForOneWait?: boolean;
}

/** True when all signals of a name were taken by waits. Waits that ended without one have no id of a signal in the journal. */
const areTaken = (runId: string, name: string) => sql`
  (select count(*) from run_signals where run_id = ${runId} and name = ${name}) <=
  (select count(*) from run_journal where run_id = ${runId} and name = ${name} and op = 'signal'
    and result is distinct from '{"id":null}')`;

/**
 * Sends a signal to a run of the caller's tenant in the caller's transaction. Returns true when it was new. A signal that is
 * sent before the run waits for it is kept. Throws `run.not_found` and `run.already_finished`.
 */
export const sendSignal = async (
  tx: TxCtx,
  { runId, name, payload, id = newId('sig'), isForOneWait = false }: Signal,
): Promise<boolean> => {
  const { rows } = await tx.db.execute<{ status: string }>(
    sql`select status from runs where id = ${runId} for no key update`,
  );
  const status = rows[0]?.status;
  if (status === undefined) return fail('run.not_found');
  if (isTerminal(status)) return fail('run.already_finished');
  const { rowCount } = await tx.db.execute(sql`insert into run_signals (run_id, id, name, payload)
    select ${runId}, ${id}, ${name}, ${serialize(payload)} where ${isForOneWait ? areTaken(runId, name) : sql`true`}
    on conflict do nothing`);
  if (rowCount !== 1) return false;
  await tx.db.execute(sql`select atelier.wake_run(${tx.tenantId}, ${runId})`);
  await writeSignal(tx.db, { ...waitingTopic, id: runId });
  return true;
};

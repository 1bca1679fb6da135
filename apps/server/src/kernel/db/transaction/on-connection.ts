import type { PoolClient } from 'pg';
import { isOutOfDate, OutOfDate } from '../../cache/revisions.ts';
import { isTooSlow } from '../database-errors.ts';
import { Turn } from '../wire/turn.ts';

interface OnConnection<T> {
  work(): Promise<T>;
  rollback(): Promise<unknown>;
}

/**
 * Does the work of a transaction on a connection, which is given back, or closed when it has failed. Rolls back when the work throws.
 * Throws what the work throws, `OutOfDate` when the database found remembered data out of date, and the cause when the database closed
 * the connection.
 */
export const onConnection = async <T>(
  client: PoolClient,
  open: (turn: Turn) => OnConnection<T>,
): Promise<T> => {
  let broken: Error | undefined;
  // A connection that fails between two statements emits `error`; without a listener the process would end.
  const onError = (error: Error) => {
    broken ??= error;
  };
  client.on('error', onError);
  const { work, rollback } = open(new Turn(client));
  try {
    return await work();
  } catch (error) {
    // When the database closes a connection, it reports the reason to the connection and not to the next statement.
    const cause = isTooSlow(broken) ? broken : isOutOfDate(error) ? new OutOfDate() : error;
    await rollback().catch((failure: Error) => {
      broken = failure;
    });
    throw cause;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
};

import { hasCode } from '../base/error-code.ts';

const connectionFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08003',
  '08001',
  '53300',
]);

/** True when a failure means that the database could not be reached, rather than that it refused a statement. */
export const isConnectionFailure = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (
      connectionFailures.has(code) ||
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        cause.message,
      )
    ) {
      return true;
    }
  }
  return false;
};

/** True when PostgreSQL aborted a transaction because of a serialization failure or a deadlock. A retry can succeed. */
export const isTransactionConflict = (error: unknown): boolean => hasCode(error, '40P01', '40001');

/** True when PostgreSQL cancelled a slow statement or ended a transaction that was idle for too long. */
export const isTooSlow = (error: unknown): boolean => hasCode(error, '57014', '25P03');

/** True when PostgreSQL refused to write for a run that this process no longer owns. */
export const isOfLostRun = (error: unknown): boolean => hasCode(error, 'RUN01');

/** True when PostgreSQL refused a statement because an earlier one of the transaction had failed. */
export const isAborted = (error: unknown): boolean => hasCode(error, '25P02');

/** True when a transaction waited too long for a lock that another transaction holds. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, '55P03');

/** True when a value cannot be converted to the type of the column, such as an impossible date or the cursor of another list. */
export const isUnfitValue = (error: unknown): boolean =>
  hasCode(error, '22003', '22007', '22008', '22P02', '22P05');

/** True when the database has no disk space left. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, '53100');

/** The name of the violated constraint, when `error` is a PostgreSQL constraint violation. */
export const violatedConstraint = (error: unknown): string | undefined => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint;
  }
  return undefined;
};

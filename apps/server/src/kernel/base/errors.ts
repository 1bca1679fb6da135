import { type ErrorCode, errorCatalogue } from '@atelier/contracts';
import { type ErrorKind, errorStatus } from '@atelier/contracts/kernel/contract';
import { cleanText } from './clean-text.ts';

interface AppErrorOptions {
  cause?: unknown;
  message?: string;
  /** The reason in words that members of the company may read, in the place of the message. */
  forMembers?: string | undefined;
  /** True when the same call would fail in the same way, or must not be made again. */
  isLasting?: boolean;
}

/**
 * An expected failure. Its code is declared in a contract, and the kind of that code fixes the HTTP status. A failure of somebody else says in
 * its details after how many seconds the call may be repeated (`retryAfterSeconds`).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly details: unknown;
  readonly isLasting: boolean;
  readonly forMembers: string;

  constructor(code: ErrorCode, details?: unknown, options?: AppErrorOptions) {
    const declared = errorCatalogue[code];
    super(
      // The message may repeat what another server sent, and it is stored with the failed row.
      cleanText(options?.message ?? declared.message),
      options?.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.kind = declared.kind;
    this.details = details;
    this.isLasting = options?.isLasting ?? false;
    this.forMembers = options?.forMembers === undefined ? this.message : cleanText(options.forMembers);
  }

  /** The seconds after which the call may be repeated, where somebody said so. */
  get retryAfterSeconds(): number | undefined {
    const seconds: unknown = Reflect.get(Object(this.details) as object, 'retryAfterSeconds');
    return typeof seconds === 'number' ? seconds : undefined;
  }

  get status(): number {
    return errorStatus[this.kind];
  }
}

/** Throws the declared failure `code`. `details` is shown to the caller. */
export const fail = (code: ErrorCode, details?: unknown): never => {
  throw new AppError(code, details);
};

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
export const isTransactionConflict = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && (cause.code === '40P01' || cause.code === '40001')) return true;
  }
  return false;
};

const hasCode = (error: unknown, codes: readonly string[]): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && codes.includes(String(cause.code))) return true;
  }
  return false;
};

/** True when PostgreSQL cancelled a slow statement or ended a transaction that was idle for too long. */
export const isTooSlow = (error: unknown): boolean => hasCode(error, ['57014', '25P03']);

/** True when PostgreSQL refused to write for a run that this process no longer owns. */
export const isOfLostRun = (error: unknown): boolean => hasCode(error, ['RUN01']);

/** True when PostgreSQL refused a statement because an earlier one of the transaction had failed. */
export const isAborted = (error: unknown): boolean => hasCode(error, ['25P02']);

/** True when a transaction waited too long for a lock that another transaction holds. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, ['55P03']);

const unfitValues = new Set(['22003', '22007', '22008', '22P02', '22P05']);

/** True when a value cannot be converted to the type of the column, such as an impossible date or the cursor of another list. */
export const isUnfitValue = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && unfitValues.has(String(cause.code))) return true;
  }
  return false;
};

/** True when the database has no disk space left. */
export const isDiskFull = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '53100') return true;
  }
  return false;
};

/** The name of the violated constraint, when `error` is a PostgreSQL constraint violation. */
export const violatedConstraint = (error: unknown): string | undefined => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint;
  }
  return undefined;
};

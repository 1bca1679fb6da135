import type { ErrorCode } from '@atelier/contracts';
import type { Envelope } from '@atelier/contracts/kernel/contract';
import { AppError } from '../base/errors.ts';
import {
  isConnectionFailure,
  isDiskFull,
  isLockTimeout,
  isTooSlow,
  isTransactionConflict,
  isUnfitValue,
  violatedConstraint,
} from '../db/database-errors.ts';
import type { Log } from '../log/log.ts';
import { CallerLeft } from '../module/exchange.ts';
import type { ServerModule } from '../module/module.ts';
import { SecretError } from '../secrets/secrets.ts';
import { StorageError } from '../storage/storage.ts';

export const success = (requestId: string, responseData: unknown): Envelope => ({
  success: true,
  responseCode: 200,
  responseData,
  requestId,
});

/** Returns the envelope of a failure. Unknown errors reveal nothing about themselves. */
export const failure = (requestId: string, error: AppError): Envelope => ({
  success: false,
  responseCode: error.status,
  responseData: null,
  message: error.message,
  code: error.code,
  requestId,
  ...(error.details === undefined ? {} : { details: error.details }),
});

interface FrameworkError {
  statusCode?: number;
  code?: string;
}

const frameworkFailure = (error: FrameworkError): AppError | undefined => {
  if (error.statusCode === 413) return new AppError('request.too_large');
  // The path leads outside the served folder, or is too long.
  if ([403, 404, 414].includes(error.statusCode ?? 0)) return new AppError('request.not_found');
  if (error.statusCode === 415) return new AppError('request.media_type');
  if (error.statusCode === 400) return new AppError('request.unreadable');
  return undefined;
};

const databaseFailures: readonly [(error: unknown) => boolean, ErrorCode][] = [
  [isDiskFull, 'storage.full'],
  [isTransactionConflict, 'server.busy'],
  [isLockTimeout, 'server.busy'],
  [isTooSlow, 'server.too_slow'],
  [isConnectionFailure, 'server.database_unavailable'],
  [isUnfitValue, 'request.invalid'],
];

/** Returns the function that maps anything that was thrown to a declared failure. There is no other mapping. */
export const createErrorMapping = (modules: readonly ServerModule[]) => {
  const constraints = new Map(modules.flatMap((module) => Object.entries(module.constraints ?? {})));
  return (error: unknown): AppError => {
    if (error instanceof AppError) return error;
    if (error instanceof StorageError && error.code !== 'storage.too_large')
      return new AppError(error.code, undefined, { cause: error });
    if (error instanceof SecretError) return new AppError('secrets.unreadable', undefined, { cause: error });
    const code = constraints.get(violatedConstraint(error) ?? '');
    if (code) return new AppError(code, undefined, { cause: error });
    const known = databaseFailures.find(([isIt]) => isIt(error))?.[1];
    if (known) return new AppError(known, undefined, { cause: error });
    const framework = error instanceof Error ? frameworkFailure(error as FrameworkError) : undefined;
    return framework ?? new AppError('server.internal', undefined, { cause: error });
  };
};
export type ErrorMapping = ReturnType<typeof createErrorMapping>;

/** True when nothing failed but the connection of the caller, to whatever noticed it first. */
const isOfCallerLeft = (thrown: unknown): boolean => {
  for (let cause: unknown = thrown; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? cause.code : undefined;
    if (cause instanceof CallerLeft || cause.name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE')
      return true;
  }
  return false;
};

interface Explaining {
  mapError: ErrorMapping;
  log: Log;
  requestId: string;
  /** True when nobody is there any more to hear the failure. */
  isAlone: boolean;
}

/** Returns the declared failure for anything that was thrown, and logs unexpected ones. */
export const explainFailure = (
  thrown: unknown,
  { mapError, log, requestId, isAlone }: Explaining,
): AppError => {
  if (isAlone && isOfCallerLeft(thrown)) return new AppError('request.abandoned');
  const error = mapError(thrown);
  if (error.kind === 'internal') log.error({ err: thrown, requestId }, 'unforeseen failure');
  else if (isUnfitValue(thrown))
    log.warn({ err: thrown, requestId }, 'a value that the database cannot read');
  return error;
};

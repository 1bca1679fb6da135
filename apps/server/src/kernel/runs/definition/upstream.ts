import { type ErrorCode, errorCatalogue } from '@atelier/contracts';
import type { ErrorKind } from '@atelier/contracts/kernel/contract';
import { AppError } from '../../base/errors.ts';
import type { RunCause } from './causes.ts';

/** The other side that failed besides the run: a model, a service of somebody else, or this server. */
export interface Upstream {
  /** The code of a declared failure. */
  code: string;
  retryAfterSeconds?: number;
  isLasting?: true;
}

/** The kinds of failures that say nothing against the request: it was right, and may succeed later. */
const notOfRequest: ReadonlySet<ErrorKind> = new Set(['limit', 'upstream', 'unavailable', 'internal']);

/** The failures that may be over at the next attempt. Of the limits, only that of a provider lasts for moments. */
export const mayPass = ({ code, kind, isLasting }: AppError): boolean =>
  !isLasting && (kind === 'upstream' || kind === 'unavailable' || code === 'models.upstream_rate_limited');

/** Finds the failure of somebody else behind a failure, which is recorded with the cause of the run. */
export const upstreamOf = (error: unknown): Pick<RunCause, 'upstream'> => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof AppError) || !notOfRequest.has(cause.kind)) continue;
    const { code, retryAfterSeconds, isLasting } = cause;
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return { upstream: { code, ...wait, ...(isLasting && { isLasting }) } };
  }
  return {};
};

const isDeclared = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/**
 * Returns the failure with which a failed run is answered for: `otherwise`, but with the code, and so the status, of a failure of somebody
 * else that ended the run, so that callers know that they may ask again, and when.
 */
export const failureOfRun = (cause: RunCause | null | undefined, otherwise: AppError): AppError => {
  const { code, retryAfterSeconds, isLasting }: Upstream = cause?.upstream ?? { code: cause?.code ?? '' };
  if (!isDeclared(code) || !notOfRequest.has(errorCatalogue[code].kind)) return otherwise;
  const details = {
    ...(otherwise.details as object | undefined),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
  return new AppError(code, details, {
    message: otherwise.message,
    isLasting: isLasting ?? false,
    cause: otherwise,
  });
};

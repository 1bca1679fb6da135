import { type ErrorCode, errorCatalogue } from '@atelier/contracts';
import type { ErrorKind } from '@atelier/contracts/kernel/contract';
import { cleanText } from '../../base/clean-text.ts';
import { AppError } from '../../base/errors.ts';
import {
  isConnectionFailure,
  isLockTimeout,
  isTooSlow,
  isTransactionConflict,
} from '../../db/database-errors.ts';

/** The other side that failed besides the run: a model, a service of somebody else, or this server. */
interface Upstream {
  /** The code of a declared failure. */
  code: string;
  retryAfterSeconds?: number;
  isLasting?: true;
}

/** The kinds of failures that say nothing against the request: it was right, and may succeed later. */
const notOfRequest: ReadonlySet<ErrorKind> = new Set(['limit', 'upstream', 'unavailable', 'internal']);

/** The failures that may be over at the next attempt. Of the limits, only that of a provider lasts for moments. */
const mayPass = ({ code, kind, isLasting }: AppError): boolean =>
  !isLasting && (kind === 'upstream' || kind === 'unavailable' || code === 'models.upstream_rate_limited');

/** Finds the failure of somebody else behind a failure, which is recorded with the cause of the run. */
export const findUpstream = (error: unknown): Pick<RunCause, 'upstream'> => {
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

/** The cause of a failed run or step: a stable code and a message for users. */
export interface RunCause {
  code: string;
  message: string;
  /** The time of the next attempt, if there is one. */
  retryAt?: string;
  /** The recorded step whose result was the failure, so that a retry of the run carries it out again. */
  repeats?: { runId: string; step: string };
  /** The failure of somebody else that was the reason. */
  upstream?: Upstream;
}

/**
 * The version of the engine, which decides how a journal is read and written. A run continues only under the version that began
 * it.
 */
export const engineVersion = 1;

/** Causes that come from the engine itself. */
export const runCauses = {
  lost: {
    code: 'runs.lost',
    message:
      'The server stopped several times while working on this. Please retry; if it happens again, the input may be the reason.',
  },
  unknownKind: {
    code: 'runs.unknown_kind',
    message: 'This version of the server does not know how to do this. Please update it.',
  },
  versionGone: {
    code: 'runs.version_gone',
    message: 'This began under an older definition that the server no longer has. Please start it again.',
  },
  engineGone: {
    code: 'runs.engine_gone',
    message: 'This began under another version of the run engine. Please start it again.',
  },
  changed: {
    code: 'runs.definition_changed',
    message: 'The steps of this run changed while it was under way. Please start it again.',
  },
  budget: {
    code: 'runs.budget_used',
    message: 'Stopped by its budget. Retry it with a larger one to go on where it stopped.',
  },
  tooLarge: {
    code: 'runs.result_too_large',
    message: 'A step gave more than can be recorded. Please let it give less.',
  },
  notRecordable: {
    code: 'runs.result_not_recordable',
    message: 'A step gave something that cannot be recorded. Only JSON values can.',
  },
  refused: {
    code: 'runs.result_refused',
    message: 'The database refused the result of a step.',
  },
  unknownOutcome: {
    code: 'runs.outcome_unknown',
    message:
      'The server stopped during a call that must not be repeated, so it is unknown whether the call arrived. Please check, then retry from the next step.',
  },
  waitTimedOut: { code: 'runs.wait_timed_out', message: 'Nothing arrived in the time that was given.' },
  internal: { code: 'server.internal', message: 'Something went wrong. Please try again.' },
} as const satisfies Record<string, RunCause>;

/** A recorded failure of a step, of a child run or of the engine. Replay throws it again with the same cause. */
export class RunFailure extends Error {
  readonly reason: RunCause;

  constructor(reason: RunCause, options?: { cause?: unknown }) {
    super(reason.message, options);
    this.name = 'RunFailure';
    this.reason = reason;
  }
}

/** Thrown by a run's operations when the run must end, because somebody cancelled it or the process stops. */
export class RunStopped extends Error {
  readonly stop: 'cancel' | 'shutdown';

  constructor(stop: 'cancel' | 'shutdown') {
    super(`the run was stopped: ${stop}`);
    this.stop = stop;
  }
}

/** Thrown when this process no longer owns the run, because another process took it over or it was deleted. */
export class RunLost extends Error {}

/**
 * Returns whether the signal of a run was aborted because this process gives up the run. What it was doing is then repeated by the process
 * that continues the run, in contrast to the work of a run that was cancelled.
 */
export const isGivenUp = (signal: AbortSignal | undefined): boolean => {
  const reason: unknown = signal?.reason;
  return reason instanceof RunLost || (reason instanceof RunStopped && reason.stop === 'shutdown');
};

/** A failure as an engine sees it. */
export interface ExplainedFailure extends RunCause {
  /** True when another attempt may succeed. */
  retryable: boolean;
  /** The milliseconds that the other side asked to wait before it. */
  retryAfterMs?: number | undefined;
}

/** Returns the cause of a failure, and whether another attempt may succeed. The text of unknown errors is left out. */
export const explainFailure = (
  error: unknown,
  explain?: (error: unknown) => ExplainedFailure | undefined,
): ExplainedFailure => {
  if (error instanceof RunFailure) return { ...error.reason, retryable: false };
  const explained = explain?.(error);
  if (explained) return { ...explained, message: cleanText(explained.message) };
  if ([isConnectionFailure, isTransactionConflict, isLockTimeout, isTooSlow].some((isIt) => isIt(error)))
    return { ...runCauses.internal, retryable: true };
  if (error instanceof AppError)
    return { code: error.code, message: error.forMembers, retryable: mayPass(error), ...findUpstream(error) };
  return { ...runCauses.internal, retryable: false };
};

import { type ErrorCode, errorCatalogue } from '@atelier/contracts';
import { ModelError, type ModelErrorCode } from '@atelier/models';
import { AppError } from '../../../kernel/base/errors.ts';

const codes: Record<ModelErrorCode, ErrorCode> = {
  'models.unauthorized': 'models.upstream_unauthorized',
  'models.rate_limited': 'models.upstream_rate_limited',
  'models.unavailable': 'models.upstream_unavailable',
  'models.timeout': 'models.upstream_timeout',
  'models.context_too_long': 'models.context_too_long',
  'models.not_found': 'models.not_found',
  'models.refused': 'models.upstream_refused',
  'models.unsupported': 'models.unsupported',
  'models.bad_reply': 'models.upstream_unavailable',
  'models.empty_reply': 'models.upstream_empty',
  'models.reply_used_up': 'models.upstream_used_up',
  'models.aborted': 'models.upstream_unavailable',
};

/** The failures that the same call meets again: the key, the request or the bill has to be changed first. */
const lasting: ReadonlySet<ModelErrorCode> = new Set([
  'models.unauthorized',
  'models.refused',
  'models.context_too_long',
]);

const isLasting = ({ code, retryable }: ModelError): boolean =>
  lasting.has(code) || (code === 'models.rate_limited' && !retryable);

/** The wait after a provider has refused too many calls without saying for how long. */
const usualWaitSeconds = 2;

const findRetryDelay = (error: ModelError): { retryAfterSeconds: number } | undefined => {
  if (error.retryAfterMs !== undefined) return { retryAfterSeconds: Math.ceil(error.retryAfterMs / 1000) };
  return error.code === 'models.rate_limited' && !isLasting(error)
    ? { retryAfterSeconds: usualWaitSeconds }
    : undefined;
};

/** The failures of which the provider's words say what has to be changed, such as a keyword of the schema of a tool. */
const explained: ReadonlySet<ModelErrorCode> = new Set([
  'models.refused',
  'models.not_found',
  'models.unsupported',
  'models.context_too_long',
]);

const forMembers = (error: ModelError, message: string): string | undefined =>
  explained.has(error.code) && error.providerMessage
    ? `${message} It says: “${error.providerMessage}”`
    : undefined;

/**
 * Translates a provider's failure into a declared error, with the wait that the provider asks for. Visitors read a message of ours; what the
 * provider says is for members of the company.
 */
export const modelFailure = (error: unknown): unknown => {
  if (!(error instanceof ModelError)) return error;
  const code = codes[error.code];
  return new AppError(code, findRetryDelay(error), {
    cause: error,
    isLasting: isLasting(error),
    forMembers: forMembers(error, errorCatalogue[code].message),
  });
};

import type { ErrorCode } from '@atelier/contracts';
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

/**
 * Translates a provider's failure into a declared error. The provider's own message is only logged, because visitors must
 * not read it.
 */
export const modelFailure = (error: unknown): unknown =>
  error instanceof ModelError ? new AppError(codes[error.code], undefined, { cause: error }) : error;

import { cleanText } from './clean-text.ts';

export type ModelErrorCode =
  | 'models.unauthorized'
  | 'models.rate_limited'
  | 'models.unavailable'
  | 'models.timeout'
  | 'models.context_too_long'
  | 'models.not_found'
  | 'models.refused'
  | 'models.bad_reply'
  | 'models.aborted';

const sentences: Record<ModelErrorCode, string> = {
  'models.unauthorized': 'The provider refused the key.',
  'models.rate_limited': 'The provider is receiving too many requests.',
  'models.unavailable': 'The provider cannot be reached right now.',
  'models.timeout': 'The model took too long to answer.',
  'models.context_too_long': 'The question with its context is too long for this model.',
  'models.not_found': 'The provider does not know this model or address.',
  'models.refused': 'The provider refused this request.',
  'models.bad_reply': 'The provider sent a reply that cannot be read.',
  'models.aborted': 'The call was stopped.',
};

export interface ModelErrorDetails {
  retryable?: boolean | undefined;
  retryAfterMs?: number | undefined;
  providerMessage?: string | undefined;
  cause?: unknown;
}

/**
 * The one failure of this package. `retryable`: the same call may succeed later. `retryAfterMs`: the
 * provider said when. `providerMessage`: the provider's own words, cleaned and cut, untrusted.
 */
export class ModelError extends Error {
  readonly code: ModelErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly providerMessage: string | undefined;

  constructor(code: ModelErrorCode, details: ModelErrorDetails = {}) {
    super(sentences[code], details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ModelError';
    this.code = code;
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.providerMessage =
      details.providerMessage === undefined ? undefined : cleanText(details.providerMessage).slice(0, 500);
  }
}

/** Any thrown value as a `ModelError`; what is not one came from the connection. */
export const toModelError = (error: unknown): ModelError => {
  if (error instanceof ModelError) return error;
  const detail = error instanceof Error ? connectionDetail(error) : undefined;
  return new ModelError('models.unavailable', { retryable: true, providerMessage: detail, cause: error });
};

const connectionDetail = (error: Error): string => {
  const { cause } = error;
  return cause instanceof Error && cause.message !== ''
    ? `${error.message}: ${cause.message}`
    : error.message;
};

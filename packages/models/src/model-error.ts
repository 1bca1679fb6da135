import { cleanText } from './clean-text.ts';

export type ModelErrorCode =
  | 'models.unauthorized'
  | 'models.rate_limited'
  | 'models.unavailable'
  | 'models.timeout'
  | 'models.context_too_long'
  | 'models.not_found'
  | 'models.refused'
  | 'models.unsupported'
  | 'models.bad_reply'
  | 'models.empty_reply'
  | 'models.reply_used_up'
  | 'models.aborted';

const sentences: Record<ModelErrorCode, string> = {
  'models.unauthorized': 'The provider refused the key.',
  'models.rate_limited': 'The provider is receiving too many requests.',
  'models.unavailable': 'The provider cannot be reached right now.',
  'models.timeout': 'The model took too long to answer.',
  'models.context_too_long': 'The question with its context is too long for this model.',
  'models.not_found': 'The provider does not know this model or address.',
  'models.refused': 'The provider refused this request.',
  'models.unsupported': 'This model cannot do what the request asks for.',
  'models.bad_reply': 'The provider sent a reply that cannot be read.',
  'models.empty_reply': 'The model wrote nothing.',
  'models.reply_used_up': 'The model reached the longest reply that is allowed before it wrote anything.',
  'models.aborted': 'The call was stopped.',
};

export interface ModelErrorDetails {
  retryable?: boolean | undefined;
  retryAfterMs?: number | undefined;
  providerMessage?: string | undefined;
  cause?: unknown;
}

/**
 * The error of this package. `retryable`: the same call may succeed later. `retryAfterMs`: the wait that the provider asked for.
 * `providerMessage`: the provider's message, cleaned and shortened, but untrusted.
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

/**
 * Converts any thrown value to a `ModelError`; anything else than a `ModelError` came from the connection. Errors of the server's
 * client with a `code` that ends in `.blocked`, `.timeout` or `.too_large` are not retryable.
 */
export const toModelError = (error: unknown): ModelError => {
  const chain = listCauses(error);
  const own = chain.find((cause) => cause instanceof ModelError);
  if (own instanceof ModelError) return own;
  const guarded = chain.find((each) =>
    /\.(blocked|timeout|too_large|unreachable)$/.test(readErrorCode(each)),
  );
  const code = guarded === undefined ? '' : readErrorCode(guarded);
  // The message of the server's client is meant for users; its cause is for the log only.
  const details = { providerMessage: guarded?.message ?? joinMessages(chain), cause: error };
  if (code.endsWith('.timeout')) return new ModelError('models.timeout', { ...details, retryable: true });
  if (code.endsWith('.too_large')) return new ModelError('models.bad_reply', details);
  return new ModelError('models.unavailable', { ...details, retryable: !code.endsWith('.blocked') });
};

const deepestCause = 5;

const listCauses = (error: unknown): Error[] => {
  const chain: Error[] = [];
  for (let cause = error; cause instanceof Error && chain.length < deepestCause; cause = cause.cause)
    chain.push(cause);
  return chain;
};

const readErrorCode = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

const joinMessages = (chain: Error[]): string | undefined => {
  const messages = new Set(chain.map(({ message }) => message).filter((message) => message !== ''));
  return messages.size === 0 ? undefined : [...messages].join(': ');
};

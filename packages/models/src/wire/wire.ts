import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { ModelRequest } from '../chat-model.ts';

/**
 * An accepted call. `next` resolves to the parts of one read of the provider's stream, and to an empty list at the end; several deltas
 * of one network read are one part. The last part is `finish`, unless the stream broke. `close` makes a pending `next` end at once.
 */
export interface Upstream {
  next(): Promise<readonly LanguageModelV4StreamPart[]>;
  close(): void;
}

/** One provider's protocol. `open` resolves when the provider accepted the call, or throws `ModelError`. */
export interface Wire {
  open(request: ModelRequest, signal: AbortSignal): Promise<Upstream>;
}

/** The usage of a call of which the provider reported nothing. */
export const unknownUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

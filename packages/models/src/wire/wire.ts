import type { ChatRequest, FinishReason } from '../chat-model.ts';

/** The content of one read of a provider's stream; several deltas of one network read are one text. */
export interface UpstreamPart {
  text?: string;
  reason?: FinishReason;
  inputTokens?: number;
  outputTokens?: number;
  /** Set when the provider marked the end, with or without a reason. */
  ended?: true;
}

/** An accepted call. `next` resolves to undefined at the end; `close` makes a pending `next` end at once. */
export interface Upstream {
  next(): Promise<UpstreamPart | undefined>;
  close(): void;
}

/** One provider's protocol. `open` resolves when the provider accepted the call, or throws `ModelError`. */
export interface Wire {
  open(request: ChatRequest, signal: AbortSignal): Promise<Upstream>;
}

import {
  type CallOptions,
  ModelError,
  type ModelPart,
  type ModelRequest,
  toMessageText,
} from '@atelier/models';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { genAi } from '../../../../kernel/telemetry/conventions.ts';
import type { SpanAttributes } from '../../../../kernel/telemetry/finished-span.ts';
import { modelFailure } from '../model-failure.ts';
import { computeCost } from '../price.ts';
import { noTokens, startClock, toTokens } from './observing/observed-call.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';

/** The most characters of one message that a trace shows, and the most messages. */
const shownCharacters = 8000;
const shownMessages = 30;
const part = (content: string) => ({ type: 'text', content: content.slice(0, shownCharacters) });

const askedIn = ({ prompt }: ModelRequest): SpanAttributes => {
  const system = prompt.filter(({ role }) => role === 'system').map(toMessageText);
  const messages = prompt
    .filter(({ role }) => role !== 'system')
    .slice(-shownMessages)
    .map((message) => ({ role: message.role, parts: [part(toMessageText(message))] }));
  return {
    ...(system.length > 0 && { [genAi.system]: JSON.stringify(system.map(part)) }),
    [genAi.input]: JSON.stringify(messages),
  };
};

/** Gathers what the span of a call of a model tells of its request and its reply. */
export class TracedReply {
  readonly #showsContent: boolean;
  readonly #request: ModelRequest;
  readonly #since = performance.now();
  #firstChunk: number | undefined;
  #text = '';
  #finish: string | undefined;

  constructor({ services }: Ctx, request: ModelRequest) {
    this.#showsContent = services.telemetry.showsContent;
    this.#request = request;
  }

  add(piece: ModelPart): void {
    if (piece.type === 'finish') this.#finish = piece.finishReason.unified;
    if (piece.type !== 'text-delta') return;
    this.#firstChunk ??= (performance.now() - this.#since) / 1000;
    if (this.#showsContent && this.#text.length < shownCharacters) this.#text += piece.delta;
  }

  attributes(): SpanAttributes {
    const { temperature, maxOutputTokens } = this.#request;
    return {
      [genAi.temperature]: temperature,
      [genAi.maxTokens]: maxOutputTokens,
      [genAi.firstChunk]: this.#firstChunk,
      ...(this.#finish !== undefined && { [genAi.finishReasons]: [this.#finish] }),
      ...(this.#showsContent && {
        ...askedIn(this.#request),
        [genAi.output]: JSON.stringify([
          { role: 'assistant', parts: [part(this.#text)], finish_reason: this.#finish ?? 'error' },
        ]),
      }),
    };
  }
}

/**
 * Streams a reply: text, reasoning and tool calls. Throws `models.upstream_…`; a call that has begun yields its usage before it throws, so that it can be
 * charged.
 */
export async function* askModel(
  ctx: Ctx,
  { modelId, model, price }: ResolvedChatModel,
  request: ModelRequest,
  options: CallOptions & { signal: AbortSignal },
): AsyncIterable<ModelPart> {
  const stopClock = startClock(ctx, {
    modelId,
    provider: model.kind,
    model: model.modelId,
    operation: 'chat',
  });
  let outcome: 'completed' | 'aborted' | 'failed' = 'completed';
  let usage = noTokens;
  let failure: string | undefined;
  const traced = new TracedReply(ctx, request);
  try {
    for await (const part of model.stream(request, options)) {
      traced.add(part);
      if (part.type === 'finish') usage = toTokens(part.usage);
      yield part;
    }
  } catch (error) {
    failure = error instanceof ModelError ? error.code : undefined;
    outcome = options.signal.aborted ? 'aborted' : 'failed';
    throw modelFailure(error);
  } finally {
    stopClock(outcome, usage, { cost: computeCost(price, usage), failure, attributes: traced.attributes() });
  }
}

import { type ModelPart, type ModelRequest, toMessageText } from '@atelier/models';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { genAi } from '../../../../../kernel/telemetry/conventions.ts';
import type { SpanAttributes } from '../../../../../kernel/telemetry/finished-span.ts';

/** The most characters of one message that a trace shows, and the most messages. */
const shownCharacters = 8000;
const shownMessages = 30;

const shown = (text: string): string => text.slice(0, shownCharacters);
const part = (content: string) => ({ type: 'text', content: shown(content) });

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

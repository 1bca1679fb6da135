import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ModelFinish, ModelPart, ModelRequest, ModelUsage } from '../chat-model.ts';
import { cleanText, hasControl, safeEnd } from '../clean-text.ts';
import { estimateRequestTokens, TokenEstimate } from '../estimate-tokens.ts';
import { ModelError } from '../model-error.ts';
import { unknownUsage } from './wire.ts';

type TextDelta = Extract<LanguageModelV4StreamPart, { type: 'text-delta' | 'reasoning-delta' }>;
type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** The part of the reply that has arrived. Cleans the text that passes, and knows at each moment how many tokens the call has used. */
export class Reply {
  accepted = false;
  readonly #request: ModelRequest;
  /** The tokens that the model wrote, for providers that do not report them. */
  readonly #written = new TokenEstimate();
  /** The first halves of surrogate pairs whose second halves have not arrived, by the id of their block. Few replies ever have one. */
  #held: Map<string, string> | undefined;
  #finish: Finish | undefined;
  /** True once a text, a file or a call of an offered tool has arrived. */
  #hasContent = false;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  /** Returns the replacement for the first half of a character when its block ends without the second half. */
  restBefore(part: LanguageModelV4StreamPart): ModelPart | undefined {
    if (part.type !== 'text-end' && part.type !== 'reasoning-end') return undefined;
    if (!this.#held?.delete(part.id)) return undefined;
    const type = part.type === 'text-end' ? 'text-delta' : 'reasoning-delta';
    return { type, id: part.id, delta: '\ufffd' };
  }

  /** Returns the part in the form in which it is passed on; undefined when it is not passed on. */
  take(part: LanguageModelV4StreamPart): ModelPart | undefined {
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta':
        return this.#wholeCharacters(part);
      case 'tool-input-delta':
        this.#written.add(part.delta);
        return hasControl(part.delta) ? { ...part, delta: cleanText(part.delta) } : part;
      case 'tool-call':
        this.#hasContent ||= (this.#request.tools ?? []).length > 0;
        return { ...part, toolName: cleanText(part.toolName), input: cleanText(part.input) };
      case 'finish':
        this.#finish = part;
        return undefined;
      case 'error':
      case 'raw':
        return undefined;
      case 'file':
        this.#hasContent = true;
        return part;
      default:
        return part;
    }
  }

  /** Throws when the stream ended without the provider's word that it is finished, because it was interrupted. */
  requireEnd(): void {
    if (this.#finish?.finishReason.raw === undefined)
      throw new ModelError('models.unavailable', {
        retryable: true,
        providerMessage: 'The connection ended in the middle of the reply.',
      });
  }

  /** Throws when the reply ended without a text and without a call that somebody can answer. */
  requireContent(): void {
    if (this.#hasContent) return;
    const reason = this.#finish?.finishReason.unified;
    if (reason === 'content-filter') throw new ModelError('models.refused');
    throw new ModelError(reason === 'length' ? 'models.reply_used_up' : 'models.empty_reply');
  }

  /** Returns the finish of the call. `error` is the failure that ended it early. */
  finish(error?: ModelError): ModelFinish {
    const { finishReason, providerMetadata } = this.#finish ?? {};
    return {
      type: 'finish',
      finishReason: error || !finishReason ? { unified: 'error', raw: error?.code } : finishReason,
      usage: this.#usage(),
      ...(providerMetadata ? { providerMetadata } : {}),
    };
  }

  #usage(): ModelUsage {
    const { inputTokens, outputTokens } = this.#finish?.usage ?? unknownUsage;
    const input = inputTokens.total;
    const output = outputTokens.total;
    return {
      inputTokens: { ...inputTokens, total: input ?? estimateRequestTokens(this.#request) },
      outputTokens: { ...outputTokens, total: output ?? this.#written.tokens },
      estimated: input === undefined || output === undefined,
    };
  }

  #wholeCharacters(part: TextDelta): TextDelta {
    const clean = cleanText(part.delta);
    const text = (this.#held?.get(part.id) ?? '') + clean;
    const end = safeEnd(text);
    if (end < text.length) (this.#held ??= new Map()).set(part.id, text.slice(end));
    else this.#held?.delete(part.id);
    const delta = end === text.length ? text : text.slice(0, end);
    this.#written.add(delta);
    if (part.type === 'text-delta') this.#hasContent ||= delta.trim() !== '';
    return delta === part.delta ? part : { ...part, delta };
  }
}

import { randomUUID } from 'node:crypto';
import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { asString, type JsonRecord } from '../read-json.ts';
import { unknownUsage } from '../wire/wire.ts';
import { wireName } from './chat-messages.ts';

type Delta = Extract<
  LanguageModelV4StreamPart,
  { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }
>;
type Metadata = Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>['providerMetadata'];

interface ToolCall {
  id: string;
  name: string;
  input: string;
  metadata: Metadata;
}

const unified: Record<string, LanguageModelV4FinishReason['unified']> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
};

/**
 * Converts the deltas of a chat completion to parts. Deltas of the same block that arrive in one network read become one part. A complete
 * tool call is passed on as `tool-call` when the reply is complete.
 */
export class ReplyParts {
  usage: LanguageModelV4Usage | undefined;
  reason: string | undefined;
  #isRefused = false;
  #parts: LanguageModelV4StreamPart[] = [];
  /** The last part, as long as deltas can be added to it. */
  #last: Delta | undefined;
  #open: { type: 'text' | 'reasoning'; id: string } | undefined;
  #blocks = 0;
  /** By their index. Most replies have none. */
  #calls: Map<number, ToolCall> | undefined;

  text(delta: string): void {
    if (delta === '') return;
    if (this.#last?.type === 'text-delta') this.#last.delta += delta;
    else this.#push({ type: 'text-delta', id: this.#openBlock('text'), delta });
  }

  /** Adds reasoning. `field` is the name under which the provider sends it, and expects it back. */
  reasoning(delta: string, field: string | undefined): void {
    if (delta === '') return;
    if (this.#last?.type === 'reasoning-delta') this.#last.delta += delta;
    else this.#push({ type: 'reasoning-delta', id: this.#openBlock('reasoning', field), delta });
  }

  /** Adds the text of a refusal, which has a field of its own. */
  refuse(delta: string): void {
    this.#isRefused ||= delta !== '';
    this.text(delta);
  }

  /** Adds one item of `tool_calls`. Some servers leave out `index` and send each call whole. */
  toolCall(item: JsonRecord, named: JsonRecord): void {
    const index = typeof item.index === 'number' ? item.index : this.#indexOf(asString(item.id));
    const call = this.#calls?.get(index) ?? this.#startCall(index, item, asString(named.name) ?? '');
    const input = typeof named.arguments === 'string' ? named.arguments : jsonOf(named.arguments);
    if (input === '') return;
    call.input += input;
    if (this.#last?.type === 'tool-input-delta' && this.#last.id === call.id) this.#last.delta += input;
    else this.#push({ type: 'tool-input-delta', id: call.id, delta: input });
  }

  /** Adds the ends of all blocks, the complete tool calls and the finish. `raw` is the reason if the provider gave none. */
  end(raw?: string): void {
    this.#close();
    for (const { id, name, input, metadata } of this.#calls?.values() ?? []) {
      const providerMetadata = metadata ? { providerMetadata: metadata } : {};
      this.#parts.push(
        { type: 'tool-input-end', id },
        { type: 'tool-call', toolCallId: id, toolName: name, input: input || '{}', ...providerMetadata },
      );
    }
    const finishReason = this.#finishReason(this.reason ?? raw);
    this.#parts.push({ type: 'finish', finishReason, usage: this.usage ?? unknownUsage });
  }

  /** Returns the parts so far, and starts a new list. */
  drain(): LanguageModelV4StreamPart[] {
    const parts = this.#parts;
    this.#parts = [];
    this.#last = undefined;
    return parts;
  }

  /** Returns the id of the open block of this type. Opens one if there is none. */
  #openBlock(type: 'text' | 'reasoning', field?: string): string {
    if (this.#open?.type === type) return this.#open.id;
    this.#close();
    this.#blocks += 1;
    this.#open = { type, id: String(this.#blocks) };
    const providerMetadata = field === undefined ? {} : { providerMetadata: { [wireName]: { field } } };
    this.#parts.push({ type: `${type}-start`, id: this.#open.id, ...providerMetadata });
    return this.#open.id;
  }

  #push(delta: Delta): void {
    this.#last = delta;
    this.#parts.push(delta);
  }

  #close(): void {
    if (this.#open) this.#parts.push({ type: `${this.#open.type}-end`, id: this.#open.id });
    this.#open = undefined;
    this.#last = undefined;
  }

  #startCall(index: number, { id, extra_content: extra }: JsonRecord, name: string): ToolCall {
    this.#close();
    const metadata: Metadata =
      extra === undefined ? undefined : { [wireName]: { extraContent: JSON.stringify(extra) } };
    const call = { id: asString(id) || `call_${randomUUID()}`, name, input: '', metadata };
    (this.#calls ??= new Map()).set(index, call);
    this.#parts.push({ type: 'tool-input-start', id: call.id, toolName: name });
    return call;
  }

  #indexOf(id: string | undefined): number {
    const calls = [...(this.#calls ?? [])];
    const known = calls.find(([, call]) => call.id === id) ?? (id === undefined ? calls.at(-1) : undefined);
    return known?.[0] ?? calls.length;
  }

  #finishReason(raw: string | undefined): LanguageModelV4FinishReason {
    if (raw === undefined) return { unified: 'other', raw };
    if (this.#isRefused) return { unified: 'content-filter', raw };
    // Some servers end a reply that contains tool calls with `stop`.
    if (this.#calls && raw === 'stop') return { unified: 'tool-calls', raw };
    return { unified: unified[raw] ?? 'other', raw };
  }
}

const jsonOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : '';

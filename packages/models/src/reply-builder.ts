import type {
  LanguageModelV4Message,
  LanguageModelV4ReasoningPart,
  LanguageModelV4StreamPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import type { ModelFinish, ModelPart } from './chat-model.ts';
import { refusedFormat } from './wire/refused-format.ts';
import { leftOutTools } from './wire/refused-tools.ts';

type AssistantMessage = Extract<LanguageModelV4Message, { role: 'assistant' }>;
type Block = LanguageModelV4TextPart | LanguageModelV4ReasoningPart;
type BlockPart = Extract<
  LanguageModelV4StreamPart,
  { type: `${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}` }
>;

/** A whole reply. */
export interface ModelReply {
  text: string;
  /** Calls in the order in which the model made them. `input` is JSON as the model wrote it, which may not be valid. */
  toolCalls: LanguageModelV4ToolCall[];
  /** The reply as a message of the next prompt, with the signatures that the provider expects back. */
  message: AssistantMessage;
  finish: ModelFinish | undefined;
  /** The tools that the provider refused, so that the model was asked without them. */
  leftOut: LeftOutTool[];
  /** Why the provider refused the schema of the answer, so that its form was said in words; untrusted text. */
  formatRefusal: string | undefined;
}

/** A tool that a provider refused, with its reason, which is untrusted text. */
export interface LeftOutTool {
  name: string;
  reason: string;
}

/** Combines the parts of a stream into one reply. */
export class ReplyBuilder {
  readonly #content: AssistantMessage['content'] = [];
  readonly #blocks = new Map<string, Block>();
  readonly #toolCalls: LanguageModelV4ToolCall[] = [];
  #finish: ModelFinish | undefined;
  readonly #leftOut: LeftOutTool[] = [];
  #formatRefusal: string | undefined;

  take(part: ModelPart): void {
    switch (part.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        this.#takeBlock(part);
        break;
      case 'tool-call':
        this.#takeCall(part);
        break;
      case 'stream-start':
        this.#leftOut.push(...leftOutTools(part));
        this.#formatRefusal ??= refusedFormat(part);
        break;
      case 'finish':
        this.#finish = part;
        break;
      default:
        break;
    }
  }

  reply(): ModelReply {
    const text = this.#content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return {
      text,
      toolCalls: this.#toolCalls,
      message: { role: 'assistant', content: this.#content },
      finish: this.#finish,
      leftOut: this.#leftOut,
      formatRefusal: this.#formatRefusal,
    };
  }

  /** A signature may come with any part of its block; the last one counts. */
  #takeBlock(part: BlockPart): void {
    const type = part.type.startsWith('text') ? 'text' : 'reasoning';
    const key = `${type} ${part.id}`;
    if (part.type.endsWith('start')) this.#blocks.delete(key);
    const block: Block = this.#blocks.get(key) ?? { type, text: '' };
    if (!this.#blocks.has(key)) this.#content.push(block);
    this.#blocks.set(key, block);
    if ('delta' in part) block.text += part.delta;
    if (part.providerMetadata) block.providerOptions = { ...block.providerOptions, ...part.providerMetadata };
  }

  #takeCall(call: LanguageModelV4ToolCall): void {
    const { toolCallId, toolName, input, providerExecuted, providerMetadata } = call;
    this.#content.push({
      type: 'tool-call',
      toolCallId,
      toolName,
      input,
      ...(providerExecuted === undefined ? {} : { providerExecuted }),
      ...(providerMetadata ? { providerOptions: providerMetadata } : {}),
    });
    if (providerExecuted !== true) this.#toolCalls.push(call);
  }
}

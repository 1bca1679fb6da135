import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ChatRequest, Fetch, FinishReason, Picture } from '../chat-model.ts';
import { secretsOf } from '../provider-config.ts';
import type { Upstream, UpstreamPart, Wire } from '../wire/wire.ts';
import { loadLanguageModel, type SdkConfig } from './load-language-model.ts';
import { sdkFailure } from './sdk-failure.ts';

/** A provider's own protocol through its AI SDK package, below `streamText`: no UI stream, no second retry. */
export const sdkChatWire = (config: SdkConfig, deps: { fetch: Fetch; modelId: string }): Wire => {
  const secrets = secretsOf(config);
  return {
    open: async (request: ChatRequest, signal: AbortSignal): Promise<Upstream> => {
      try {
        const modelId = request.model ?? deps.modelId;
        const model = await loadLanguageModel(config, { fetch: deps.fetch, modelId });
        const { stream } = await model.doStream(callOptions(request, signal));
        return new PartStream(stream, secrets);
      } catch (error) {
        throw await sdkFailure(error, secrets);
      }
    },
  };
};

const callOptions = (request: ChatRequest, abortSignal: AbortSignal): LanguageModelV4CallOptions => {
  const settings = {
    maxOutputTokens: request.maxTokens,
    temperature: request.temperature,
    topP: request.topP,
    presencePenalty: request.presencePenalty,
    frequencyPenalty: request.frequencyPenalty,
  };
  return {
    prompt: [
      ...(request.system ? [{ role: 'system' as const, content: request.system }] : []),
      ...request.messages.map(({ role, content, pictures = [] }) => ({
        role,
        content: [{ type: 'text' as const, text: content }, ...pictures.map(fileOf)],
      })),
    ],
    abortSignal,
    ...definedOnly(settings),
  };
};

const fileOf = ({ mediaType, data }: Picture) => ({
  type: 'file' as const,
  mediaType,
  data: { type: 'data' as const, data },
});

const definedOnly = <T extends Record<string, number | undefined>>(
  settings: T,
): { [K in keyof T]?: number } => {
  const result: { [K in keyof T]?: number } = {};
  for (const key in settings) {
    const value = settings[key];
    if (value !== undefined) result[key] = value;
  }
  return result;
};

const reasons: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
};

class PartStream implements Upstream {
  readonly #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>;
  readonly #secrets: string[];

  constructor(stream: ReadableStream<LanguageModelV4StreamPart>, secrets: string[]) {
    this.#reader = stream.getReader();
    this.#secrets = secrets;
  }

  async next(): Promise<UpstreamPart | undefined> {
    try {
      const { done, value } = await this.#reader.read();
      return done ? undefined : partOf(value);
    } catch (error) {
      throw await sdkFailure(error, this.#secrets);
    }
  }

  close(): void {
    this.#reader.cancel().catch(() => undefined);
  }
}

/** Parts such as reasoning and sources contain no answer text, but restart the idle timeout. */
const partOf = (part: LanguageModelV4StreamPart): UpstreamPart => {
  if (part.type === 'text-delta') return { text: part.delta };
  if (part.type === 'error') throw part.error;
  if (part.type !== 'finish') return {};
  const inputTokens = part.usage.inputTokens.total;
  const outputTokens = part.usage.outputTokens.total;
  return {
    reason: reasons[part.finishReason.unified] ?? 'other',
    ended: true,
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
};

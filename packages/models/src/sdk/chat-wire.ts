import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Fetch, ModelRequest } from '../chat-model.ts';
import { secretsOf } from '../provider-config.ts';
import type { Upstream, Wire } from '../wire/wire.ts';
import { loadLanguageModel, type SdkConfig } from './load-language-model.ts';
import { sdkFailure } from './sdk-failure.ts';

/** A provider's own protocol through its AI SDK package, below `streamText`: no UI stream, no second retry. */
export const sdkChatWire = (config: SdkConfig, deps: { fetch: Fetch; modelId: string }): Wire => {
  const secrets = secretsOf(config);
  return {
    open: async (request: ModelRequest, abortSignal: AbortSignal): Promise<Upstream> => {
      try {
        const model = await loadLanguageModel(config, deps);
        const { stream } = await model.doStream({ ...request, abortSignal });
        return new PartStream(stream, secrets);
      } catch (error) {
        throw await sdkFailure(error, secrets);
      }
    },
  };
};

class PartStream implements Upstream {
  readonly #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>;
  readonly #secrets: string[];

  constructor(stream: ReadableStream<LanguageModelV4StreamPart>, secrets: string[]) {
    this.#reader = stream.getReader();
    this.#secrets = secrets;
  }

  async next(): Promise<readonly LanguageModelV4StreamPart[]> {
    try {
      const { done, value } = await this.#reader.read();
      if (done) return [];
      if (value.type === 'error') throw value.error;
      return [value];
    } catch (error) {
      throw await sdkFailure(error, this.#secrets);
    }
  }

  close(): void {
    this.#reader.cancel().catch(() => undefined);
  }
}

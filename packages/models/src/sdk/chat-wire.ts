import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ModelRequest } from '../chat-model.ts';
import type { Upstream, Wire } from '../wire/wire.ts';
import { sdkFailure } from './sdk-failure.ts';

/**
 * Any model of the AI SDK, used below `streamText`: without its UI stream and its retries. `load` is called for each request; `secrets` do
 * not appear in error messages.
 */
export const sdkChatWire = (load: () => Promise<LanguageModelV4>, secrets: string[]): Wire => ({
  open: async (request: ModelRequest, abortSignal: AbortSignal): Promise<Upstream> => {
    try {
      const model = await load();
      const { stream } = await model.doStream({ ...request, abortSignal });
      return new PartStream(stream, secrets);
    } catch (error) {
      throw await sdkFailure(error, secrets);
    }
  },
});

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

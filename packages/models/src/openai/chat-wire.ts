import { createParser } from 'eventsource-parser';
import type { ChatRequest, Fetch } from '../chat-model.ts';
import { ModelError } from '../model-error.ts';
import { secretsOf } from '../provider-config.ts';
import type { Upstream, UpstreamPart, Wire } from '../wire/wire.ts';
import { chatBody } from './chat-body.ts';
import { type OpenAIWireConfig, openAIEndpoint } from './endpoint.ts';
import { postAccepted } from './post-accepted.ts';
import { readChunk } from './read-chunk.ts';

/** Longest server-sent event, in characters. */
const longestEvent = 1_000_000;

/**
 * OpenAI's chat completions, parsed directly from the socket: one object per token, and the deltas of one network read are
 * yielded as one text. Source: platform.openai.com/docs/api-reference/chat.
 */
export const openAIChatWire = (config: OpenAIWireConfig, deps: { fetch: Fetch; modelId: string }): Wire => {
  const endpoint = openAIEndpoint(config);
  const secrets = secretsOf(config);
  return {
    open: async (request: ChatRequest, signal: AbortSignal): Promise<Upstream> => {
      const model = request.model ?? deps.modelId;
      const response = await postAccepted(
        {
          fetch: deps.fetch,
          url: endpoint.url('chat/completions', model),
          headers: { ...endpoint.headers, accept: 'text/event-stream' },
          secrets,
          signal,
        },
        chatBody(request, model, endpoint),
      );
      return openBody(response, secrets);
    },
  };
};

const openBody = async (response: Response, secrets: string[]): Promise<Upstream> => {
  const type = response.headers.get('content-type') ?? '';
  if (response.body && type.includes('text/event-stream')) return new EventStream(response.body, secrets);
  // A server that ignores `stream` sends the whole reply as JSON.
  if (type.includes('json')) return new WholeReply(await response.text(), secrets);
  await response.body?.cancel();
  throw new ModelError('models.bad_reply', { providerMessage: `Unexpected content type ${type || 'none'}.` });
};

class WholeReply implements Upstream {
  #part: UpstreamPart | undefined;

  constructor(body: string, secrets: string[]) {
    const part: UpstreamPart = {};
    readChunk(body, part, secrets);
    if (part.reason === undefined)
      throw new ModelError('models.bad_reply', { providerMessage: body.slice(0, 200) });
    this.#part = part;
  }

  async next(): Promise<UpstreamPart | undefined> {
    const part = this.#part;
    this.#part = undefined;
    return part;
  }

  close(): void {
    this.#part = undefined;
  }
}

class EventStream implements Upstream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #parser;
  #part: UpstreamPart = {};
  #failure: unknown;
  #isDone = false;

  constructor(body: ReadableStream<Uint8Array>, secrets: string[]) {
    this.#reader = body.getReader();
    this.#parser = createParser({
      maxBufferSize: longestEvent,
      onEvent: ({ event, data }) => {
        if (event !== undefined && event !== 'message' && event !== 'error') return;
        this.#take(data, secrets);
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded')
          this.#failure ??= new ModelError('models.bad_reply', { providerMessage: 'An event is too long.' });
      },
    });
  }

  async next(): Promise<UpstreamPart | undefined> {
    while (!this.#isDone) {
      if (this.#failure !== undefined) throw this.#failure;
      const { done, value } = await this.#reader.read();
      if (done) this.#parser.feed(`${this.#decoder.decode()}\n\n`);
      else this.#parser.feed(this.#decoder.decode(value, { stream: true }));
      this.#isDone ||= done;
      const part = this.#drain();
      if (part) return part;
    }
    return undefined;
  }

  close(): void {
    this.#reader.cancel().catch(() => undefined);
  }

  #take(data: string, secrets: string[]): void {
    if (this.#isDone || this.#failure !== undefined) return;
    if (data === '[DONE]') {
      this.#isDone = true;
      this.#part.ended = true;
      return;
    }
    try {
      readChunk(data, this.#part, secrets);
    } catch (error) {
      this.#failure = error;
    }
  }

  // Text before a broken event in the same read is still yielded.
  #drain(): UpstreamPart | undefined {
    const part = this.#part;
    if (part.text !== undefined || (this.#failure === undefined && Object.keys(part).length > 0)) {
      this.#part = {};
      return part;
    }
    if (this.#failure !== undefined) throw this.#failure;
    return undefined;
  }
}

import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { createParser } from 'eventsource-parser';
import type { Fetch, ModelRequest } from '../chat-model.ts';
import { ModelError } from '../model-error.ts';
import { listSecrets } from '../provider-config.ts';
import type { Upstream, Wire } from '../wire/wire.ts';
import { chatBody } from './chat-body.ts';
import { type OpenAIWireConfig, openAIEndpoint } from './endpoint.ts';
import { type Accepted, postAccepted } from './post-accepted.ts';
import { readChunk } from './read-chunk.ts';
import { ReplyParts } from './reply-parts.ts';

/** Longest server-sent event, in characters. */
const longestEvent = 1_000_000;

/**
 * OpenAI's chat completions, parsed directly from the socket: one object per token, and the deltas of one network read are
 * yielded as one part. Source: platform.openai.com/docs/api-reference/chat.
 */
export const openAIChatWire = (config: OpenAIWireConfig, deps: { fetch: Fetch; modelId: string }): Wire => {
  const endpoint = openAIEndpoint(config);
  const secrets = listSecrets(config);
  const { fetch, modelId } = deps;
  const url = endpoint.url('chat/completions', modelId);
  const headers = { ...endpoint.headers, accept: 'text/event-stream' };
  return {
    open: async (request: ModelRequest, signal: AbortSignal): Promise<Upstream> => {
      const body = chatBody(request, modelId, endpoint);
      return openReply(await postAccepted({ fetch, url, headers, secrets, signal }, body), secrets);
    },
  };
};

const openReply = async ({ response, leftOut }: Accepted, secrets: string[]): Promise<Upstream> => {
  const warnings = leftOut.map((feature) => ({ type: 'unsupported' as const, feature }));
  const start = { type: 'stream-start' as const, warnings };
  const type = response.headers.get('content-type') ?? '';
  if (response.body && type.includes('text/event-stream'))
    return new EventStream(response.body, secrets, start);
  // A server that ignores `stream` sends the whole reply as JSON.
  if (type.includes('json')) return wholeReply(await response.text(), secrets, start);
  await response.body?.cancel();
  throw new ModelError('models.bad_reply', { providerMessage: `Unexpected content type ${type || 'none'}.` });
};

const wholeReply = (body: string, secrets: string[], start: LanguageModelV4StreamPart): Upstream => {
  const reply = new ReplyParts();
  readChunk(body, reply, secrets);
  if (reply.reason === undefined)
    throw new ModelError('models.bad_reply', { providerMessage: body.slice(0, 200) });
  reply.end();
  const reads = [[start, ...reply.drain()]];
  return { next: async () => reads.pop() ?? [], close: () => undefined };
};

class EventStream implements Upstream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #parser;
  readonly #reply = new ReplyParts();
  readonly #secrets: string[];
  #start: LanguageModelV4StreamPart | undefined;
  #failure: unknown;
  #isDone = false;

  constructor(body: ReadableStream<Uint8Array>, secrets: string[], start: LanguageModelV4StreamPart) {
    this.#reader = body.getReader();
    this.#secrets = secrets;
    this.#start = start;
    this.#parser = createParser({
      maxBufferSize: longestEvent,
      onEvent: ({ event, data }) => {
        if (event !== undefined && event !== 'message' && event !== 'error') return;
        this.#take(data);
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded')
          this.#failure ??= new ModelError('models.bad_reply', { providerMessage: 'An event is too long.' });
      },
    });
  }

  async next(): Promise<readonly LanguageModelV4StreamPart[]> {
    if (this.#start) {
      const start = this.#start;
      this.#start = undefined;
      return [start];
    }
    while (!this.#isDone && this.#failure === undefined) {
      const { done, value } = await this.#reader.read();
      if (!done) this.#parser.feed(this.#decoder.decode(value, { stream: true }));
      else this.#endOfBody();
      // Events before a broken one in the same read are still yielded.
      const parts = this.#reply.drain();
      if (parts.length > 0) return parts;
    }
    if (this.#failure !== undefined) throw this.#failure;
    return [];
  }

  close(): void {
    this.#reader.cancel().catch(() => undefined);
  }

  #take(data: string): void {
    if (this.#isDone || this.#failure !== undefined) return;
    if (data === '[DONE]') {
      this.#isDone = true;
      this.#reply.end(data);
      return;
    }
    try {
      readChunk(data, this.#reply, this.#secrets);
    } catch (error) {
      this.#failure = error;
    }
  }

  #endOfBody(): void {
    this.#parser.feed(`${this.#decoder.decode()}\n\n`);
    if (this.#isDone || this.#failure !== undefined) return;
    this.#isDone = true;
    if (this.#reply.reason !== undefined) this.#reply.end();
  }
}

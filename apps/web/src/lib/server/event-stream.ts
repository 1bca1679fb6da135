import { createParser } from 'eventsource-parser';
import { ApiError, silently, unwrap } from './api-error.ts';
import { failureWithoutAnswer, send, sessionEnded } from './http.ts';
import { readExact } from './read-exact.ts';

export interface StreamEvent {
  /** The name of the event; `message` when the server names none. */
  event: string;
  data: unknown;
  id: string | undefined;
}

const parseData = async (text: string): Promise<unknown> => (await readExact(text)) ?? text;

/** The server sends something every 15 seconds. A stream that is silent for longer was lost, as in a sleep of the device. */
const longestSilenceMs = 45_000;

/** Yields the events of a server-sent event stream, wherever its bytes are split. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const ready: { event: string; text: string; id: string | undefined }[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data: text, id }) => ready.push({ event, text, id }),
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      silence = setTimeout(() => void reader.cancel().catch(() => undefined), longestSilenceMs);
      const { done, value } = await reader.read();
      clearTimeout(silence);
      parser.feed(decoder.decode(value, { stream: !done }));
      for (const { event, text, id } of ready.splice(0)) yield { event, data: await parseData(text), id };
      if (done) return;
    }
  } finally {
    clearTimeout(silence);
    await reader.cancel().catch(() => undefined);
  }
}

interface OpenStream {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal: AbortSignal;
}

const openStream = async (options: OpenStream): Promise<ReadableStream<Uint8Array>> => {
  const response = await send({ ...options, headers: { accept: 'text/event-stream', ...options.headers } });
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
  if (response.ok && isStream && response.body) return response.body;
  const result = unwrap(response.status, await response.text(), response.statusText);
  throw 'error' in result
    ? result.error
    : new ApiError({
        code: 'server.unreadable',
        message: 'The server did not answer with a stream.',
        status: 502,
      });
};

async function* readOnce(options: OpenStream): AsyncGenerator<StreamEvent> {
  const stream = await openStream(options).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 401 ? silently(error) : error;
  });
  try {
    yield* readEvents(stream);
  } catch (cause) {
    throw cause instanceof ApiError ? cause : failureWithoutAnswer(cause);
  }
}

/**
 * Reads one answer as a stream, for example of a chat: `for await (const { event, data } of streamFetch(…))`.
 * Throws 'Request aborted' when `signal` aborts, and an error without a message on a 401 (ERROR-12).
 */
export const streamFetch = (path: string, body: unknown, signal: AbortSignal): AsyncGenerator<StreamEvent> =>
  readOnce({ method: 'POST', path, body, signal });

/** Like `streamFetch`, for a stream that is read with GET. */
export const readStream = (path: string, signal: AbortSignal): AsyncGenerator<StreamEvent> =>
  readOnce({ method: 'GET', path, signal });

const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/**
 * Returns the milliseconds to wait before an attempt. They grow exponentially, with a random part so that not all browsers
 * return at once.
 */
export const waitBefore = (attempt: number, random = Math.random()): number =>
  Math.round(Math.min(longestWaitMs, firstWaitMs * 2 ** attempt) * (0.5 + random / 2));

interface SubscribeHandlers {
  onEvent: (event: StreamEvent) => void;
  /**
   * Called each time the connection is open. After a reconnect, everything that could have changed meanwhile should be read
   * again.
   */
  onOpen?: (isReconnect: boolean) => void;
  /** Called when the server refuses for good; no more events will come. */
  onRefused?: (error: ApiError) => void;
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Passes on the live events of an address until the returned function is called. Reconnects with growing pauses. */
export const subscribe = (path: string, handlers: SubscribeHandlers): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  let lastId: string | undefined;

  const listen = async (isReconnect: boolean, onAlive: () => void) => {
    const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
    const stream = await openStream({ method: 'GET', path, headers, signal });
    onAlive();
    handlers.onOpen?.(isReconnect);
    for await (const event of readEvents(stream)) {
      lastId = event.id ?? lastId;
      handlers.onEvent(event);
    }
  };

  const run = async () => {
    let attempt = 0;
    for (let round = 0; !signal.aborted; round++) {
      try {
        await listen(round > 0, () => {
          attempt = 0;
        });
      } catch (error) {
        if (signal.aborted) return;
        if (isFinal(error))
          return handlers.onRefused?.(error.status === 401 ? sessionEnded(error.requestId) : error);
      }
      await pause(waitBefore(attempt++), signal);
    }
  };
  void run();
  return () => stop.abort();
};

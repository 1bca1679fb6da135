import type { Dispatcher } from 'undici';
import { OutboundError, outboundFailure } from './outbound-error.ts';
import { type Hop, portOf } from './redirects.ts';

/** A request with a text as its body, whose answer is returned even if it is a redirect. */
export type DirectHop = Hop & { body: string };

/** Fetch refuses many ports below these, and of these only 10080. */
const isOrdinary = (port: number): boolean => port === 80 || port === 443 || (port > 6697 && port !== 10_080);

/** True for a request that needs nothing of WHATWG fetch, as those to models. It then takes a third of the CPU and of the memory. */
export const isDirect = (hop: Hop, redirect: RequestInit['redirect']): hop is DirectHop =>
  redirect === 'manual' && typeof hop.body === 'string' && isOrdinary(portOf(hop.url));

interface DirectSettings {
  dispatcher: Dispatcher;
  headers: readonly [string, string][];
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** A body that waits for its reader is not read further from this size on. */
const mostWaitingBytes = 128 * 1024;

const headersOf = (raw: Record<string, string | string[] | undefined>): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw))
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) headers.append(name, one);
  return headers;
};

/** Statuses outside the standard, as some sites send them, are refused by `Response`. */
const withoutBody = new Set([204, 205, 304]);
const statusOf = (status: number): number => (status >= 200 && status <= 599 ? status : 502);

/** One exchange with a server. Each read of the body gets all bytes that have arrived since the last one. */
class DirectExchange implements Dispatcher.DispatchHandler {
  readonly response = Promise.withResolvers<Response>();
  readonly #url: URL;
  readonly #maxBytes: number;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #bytes = 0;
  #wake: (() => void) | undefined;
  #isOver = false;
  #failure: unknown;

  constructor(url: URL, { maxBytes, timeoutMs, signal }: DirectSettings) {
    this.#url = url;
    this.#maxBytes = maxBytes;
    this.#signal = signal;
    const tooLate = () =>
      this.#stop(new OutboundError('outbound.timeout', `${url.hostname} took too long to answer.`));
    this.#timer = setTimeout(tooLate, timeoutMs);
    signal?.addEventListener('abort', this.#aborted, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(this.#asError(this.#failure));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusText = '',
  ): void {
    if (status < 200) return;
    const isEncoded = (headers['content-encoding'] ?? 'identity') !== 'identity';
    // The request has asked for plain text.
    if (isEncoded)
      return this.#stop(
        new OutboundError(
          'outbound.unreachable',
          `${this.#url.hostname} sent an encoding that nobody asked for.`,
        ),
      );
    const body = withoutBody.has(status)
      ? null
      : new ReadableStream<Uint8Array>(
          {
            pull: (controller) => this.#pull(controller),
            cancel: () => this.#stop(new OutboundError('outbound.unreachable', 'Nobody reads the answer.')),
          },
          { highWaterMark: 0 },
        );
    const response = new Response(body, {
      status: statusOf(status),
      statusText,
      headers: headersOf(headers),
    });
    this.response.resolve(Object.defineProperty(response, 'url', { value: this.#url.href }));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes)
      return this.#stop(
        new OutboundError(
          'outbound.too_large',
          `${this.#url.hostname} sent more than ${this.#maxBytes} bytes.`,
        ),
      );
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes > mostWaitingBytes) controller.pause();
    this.#wake?.();
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#stop(error);
  }

  readonly #aborted = (): void => this.#stop(this.#signal?.reason);

  /** Ends the exchange with a failure, the first of which counts. */
  #stop(error: unknown): void {
    if (this.#isOver) return;
    this.#failure = this.#signal?.aborted ? this.#signal.reason : outboundFailure(error, this.#url.hostname);
    this.#end();
    this.response.reject(this.#failure);
    this.#controller?.abort(this.#asError(error));
  }

  #asError(reason: unknown): Error {
    return reason instanceof Error ? reason : new Error(String(reason));
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#aborted);
    this.#wake?.();
  }

  async #pull(body: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    if (this.#waiting.length === 0 && !this.#isOver)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = undefined;
    const [first] = this.#waiting;
    if (first === undefined && this.#failure !== undefined) throw this.#failure;
    if (first === undefined) return body.close();
    body.enqueue(this.#waiting.length === 1 ? first : Buffer.concat(this.#waiting));
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (this.#controller?.paused) this.#controller.resume();
  }
}

/** Sends a request and returns its answer as it is. Throws `OutboundError`, also while the body is read; an abort is thrown as it is. */
export const exchangeDirectly = (hop: DirectHop, settings: DirectSettings): Promise<Response> => {
  const exchange = new DirectExchange(hop.url, settings);
  settings.dispatcher.dispatch(
    {
      origin: hop.url.origin,
      path: hop.url.pathname + hop.url.search,
      method: hop.method as Dispatcher.HttpMethod,
      headers: [...settings.headers, ['accept-encoding', 'identity']].flat(),
      // A buffer of its own: a text would become part of a buffer of 64 KB that stays as long as the answer is open.
      body: new TextEncoder().encode(hop.body),
    },
    exchange,
  );
  return exchange.response.promise;
};

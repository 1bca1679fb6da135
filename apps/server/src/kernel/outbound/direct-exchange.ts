import { type Duplex, pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { OutboundError, outboundFailure, watchBody } from './outbound-error.ts';
import { type Hop, portFor } from './redirects.ts';

interface Parts {
  body: ReadableStream<Uint8Array> | null;
  status: number;
  statusText: string;
  headers: Headers;
}

/** Makes a response that knows its address. Some sites answer with a status outside the standard, which `Response` refuses. */
export const createResponse = (url: URL, { body, status, ...rest }: Parts): Response => {
  const response = new Response(body, { ...rest, status: status >= 200 && status <= 599 ? status : 502 });
  return Object.defineProperty(response, 'url', { value: url.href });
};

/** The encodings that `unpackBody` knows, in the form of a header. */
const knownEncodings = 'gzip, deflate, br';

/** Servers often end a body without its last block, which is no reason to lose what came before. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};
const makers: Readonly<Record<string, () => Duplex>> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  deflate: () => createInflate(lenient),
  br: () => createBrotliDecompress(lenientBrotli),
};

/** Encodings in the order in which they were applied. More than five are an attack rather than a page. */
const mostEncodings = 5;

/** Unpacks a body. Returns undefined where it is not packed, or in a way that nobody asked for. */
const unpackBody = (
  body: ReadableStream<Uint8Array>,
  encoding: string,
): ReadableStream<Uint8Array> | undefined => {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'identity');
  if (names.length > mostEncodings) return undefined;
  const unpackers = names.toReversed().map((name) => makers[name]?.());
  if (!unpackers.every((unpacker) => unpacker !== undefined)) return undefined;
  const packed = Readable.fromWeb(body as NodeStream);
  // The reader of the last one hears of every failure.
  const unpacked = pipeline([packed, ...unpackers], () => undefined) as Duplex;
  return Readable.toWeb(unpacked) as ReadableStream<Uint8Array>;
};

/** A request whose body, if it has one, is there as a whole. */
type DirectHop = Hop & { body: string | Uint8Array | undefined };

/** Fetch refuses many ports below these, and of these only 10080. */
const isOrdinary = (port: number): boolean => port === 80 || port === 443 || (port > 6697 && port !== 10_080);

/** True for a request that needs nothing of WHATWG fetch. It then takes a third of the CPU and of the memory. */
export const isDirect = (hop: Hop): hop is DirectHop =>
  (typeof hop.body !== 'object' || hop.body instanceof Uint8Array) && isOrdinary(portFor(hop.url));

interface DirectSettings {
  dispatcher: Dispatcher;
  headers: readonly [string, string][];
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** True when the answer must not be packed. */
  isPlain: boolean;
}

/** A body that waits for its reader is not read further from this size on. */
const mostWaitingBytes = 128 * 1024;

const toHeaders = (raw: Record<string, string | string[] | undefined>): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw))
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) headers.append(name, one);
  return headers;
};

const withoutBody = new Set([204, 205, 304]);

/** One exchange with a server. Each read of the body gets all bytes that have arrived since the last one. */
class DirectExchange implements Dispatcher.DispatchHandler {
  readonly response = Promise.withResolvers<Response>();
  readonly #url: URL;
  readonly #isHead: boolean;
  readonly #isPlain: boolean;
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

  constructor({ url, method }: Hop, { maxBytes, timeoutMs, signal, isPlain }: DirectSettings) {
    this.#url = url;
    this.#isHead = method === 'HEAD';
    this.#isPlain = isPlain;
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
    const encoding = [headers['content-encoding'] ?? []].flat().join(',');
    const isPacked = encoding !== '' && encoding !== 'identity';
    if (isPacked && this.#isPlain)
      return this.#stop(
        new OutboundError(
          'outbound.unreachable',
          `${this.#url.hostname} sent an encoding that nobody asked for.`,
        ),
      );
    const body = this.#isHead || withoutBody.has(status) ? null : this.#arriving();
    const read = body && isPacked ? this.#unpacked(body, encoding) : body;
    this.response.resolve(
      createResponse(this.#url, { body: read, status, statusText, headers: toHeaders(headers) }),
    );
  }

  /** The bytes as they arrive. */
  #arriving(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => this.#pull(controller),
        cancel: () => this.#stop(new OutboundError('outbound.unreachable', 'Nobody reads the answer.')),
      },
      { highWaterMark: 0 },
    );
  }

  /** The bytes after unpacking, which may be many more than arrive. A packing that nobody knows is left to the reader. */
  #unpacked(body: ReadableStream<Uint8Array>, encoding: string): ReadableStream<Uint8Array> {
    const unpacked = unpackBody(body, encoding);
    if (!unpacked) return body;
    const { hostname: host } = this.#url;
    const [maxBytes, signal] = [this.#maxBytes, this.#signal];
    return watchBody(unpacked, { host, maxBytes, signal, onEnd: () => undefined });
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

const encoder = new TextEncoder();

/** Sends a request and returns its answer. Throws `OutboundError`, also while the body is read; an abort is thrown as it is. */
export const exchangeDirectly = (hop: DirectHop, settings: DirectSettings): Promise<Response> => {
  const exchange = new DirectExchange(hop, settings);
  const headers = [...settings.headers];
  if (settings.isPlain) headers.push(['accept-encoding', 'identity']);
  else {
    if (!hop.headers.has('accept')) headers.push(['accept', '*/*']);
    if (!hop.headers.has('accept-encoding')) headers.push(['accept-encoding', knownEncodings]);
  }
  settings.dispatcher.dispatch(
    {
      origin: hop.url.origin,
      path: hop.url.pathname + hop.url.search,
      method: hop.method as Dispatcher.HttpMethod,
      headers: headers.flat(),
      // A buffer of its own: a text would become part of a buffer of 64 KB that stays as long as the answer is open.
      body: typeof hop.body === 'string' ? encoder.encode(hop.body) : (hop.body ?? null),
    },
    exchange,
  );
  return exchange.response.promise;
};

export type OutboundFailure =
  | 'outbound.blocked'
  | 'outbound.timeout'
  | 'outbound.too_large'
  | 'outbound.unreachable';

/** An outside address could not be reached, or was blocked. The message can be shown to users. */
export class OutboundError extends Error {
  readonly code: OutboundFailure;
  /** The host and port that are missing from the operator's list, when that is the only reason for the refusal. */
  readonly notAllowed: string | undefined;
  /** True when the server that was asked redirected to an address that is not called. */
  readonly isRedirected: boolean;

  constructor(
    code: OutboundFailure,
    message: string,
    options?: ErrorOptions & { notAllowed?: string | undefined; isRedirected?: boolean },
  ) {
    super(message, options);
    this.name = 'OutboundError';
    this.code = code;
    this.notAllowed = options?.notAllowed;
    this.isRedirected = options?.isRedirected ?? false;
  }
}

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
]);

type Sentence = (host: string) => string;

const unreachable: Sentence = (host) => `${host} could not be reached.`;
const nameless: Sentence = (host) => `There is no server with the name ${host}. Please check the address.`;
const noWay: Sentence = (host) => `There is no way to ${host} from the network of this server.`;
const hungUp: Sentence = (host) => `${host} broke the connection off before it had answered.`;
const untrusted: Sentence = (host) =>
  `The certificate of ${host} comes from an authority that is not known here, so it was not trusted.`;
const noTls: Sentence = (host) =>
  `${host} does not speak TLS at this port. Please check the port, and whether the address begins with https.`;

/** The messages for the error codes of Node.js, of its DNS and of TLS. */
const sentences = new Map<string, Sentence>([
  ['ENOTFOUND', nameless],
  ['ENODATA', nameless],
  ['EAI_AGAIN', (host) => `The name ${host} could not be looked up just now. Please try again.`],
  [
    'ECONNREFUSED',
    (host) =>
      `Nothing answers at this port of ${host}. Please check the port, and whether the server is running.`,
  ],
  ['ECONNRESET', hungUp],
  ['EPIPE', hungUp],
  ['UND_ERR_SOCKET', hungUp],
  ['EHOSTUNREACH', noWay],
  ['ENETUNREACH', noWay],
  ['CERT_HAS_EXPIRED', (host) => `The certificate of ${host} has run out, so it was not trusted.`],
  ['ERR_TLS_CERT_ALTNAME_INVALID', (host) => `The certificate of ${host} is for another name.`],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
  ['ERR_SSL_WRONG_VERSION_NUMBER', noTls],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', noTls],
]);

const causes = function* (error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    yield cause;
    if (cause instanceof AggregateError) for (const inner of cause.errors) yield* causes(inner);
  }
};

const readErrorCode = (error: Error): string => ('code' in error ? String(error.code) : '');

/** Converts a failure of the network into an `OutboundError`. If the failure already contains one, that one is returned. */
export const outboundFailure = (error: unknown, host: string): OutboundError => {
  const chain = [...causes(error)];
  const own = chain.find((cause) => cause instanceof OutboundError);
  if (own instanceof OutboundError) return own;
  // Fetch refuses these ports before it resolves the host, so the refusal says nothing about the host.
  if (chain.some(({ message }) => message === 'bad port')) {
    return new OutboundError(
      'outbound.blocked',
      `The port of ${host} is not one that web pages are read from.`,
    );
  }
  if (chain.some((cause) => timeoutCodes.has(readErrorCode(cause)))) {
    return new OutboundError('outbound.timeout', `${host} did not answer in time.`, { cause: error });
  }
  const say = chain
    .map((cause) => sentences.get(readErrorCode(cause)))
    .find((sentence) => sentence !== undefined);
  return new OutboundError('outbound.unreachable', (say ?? unreachable)(host), { cause: error });
};

/** Returns the refusal of an address that was never called: whoever entered it has to change it. */
export const neverCalled = (error: unknown): OutboundError | undefined => {
  const own = [...causes(error)].find((cause) => cause instanceof OutboundError);
  return own instanceof OutboundError && own.code === 'outbound.blocked' && !own.isRedirected
    ? own
    : undefined;
};

type Watch = {
  host: string;
  maxBytes: number;
  /** Called once, however the body ends. */
  onEnd: () => void;
  /** The caller's own signal, whose abort reason is passed on unchanged. */
  signal: AbortSignal | undefined;
};

/** Passes a body on as it arrives, with a limit on its decoded size and typed errors. */
export const watchBody = (body: ReadableStream<Uint8Array>, watch: Watch): ReadableStream<Uint8Array> => {
  const reader = body.getReader();
  let size = 0;
  const fail = async (error: unknown): Promise<never> => {
    watch.onEnd();
    await reader.cancel(error).catch(() => undefined);
    throw watch.signal?.aborted ? watch.signal.reason : outboundFailure(error, watch.host);
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read().catch(fail);
        if (done) {
          watch.onEnd();
          controller.close();
          return;
        }
        size += value.byteLength;
        if (size > watch.maxBytes) {
          await fail(
            new OutboundError('outbound.too_large', `${watch.host} sent more than ${watch.maxBytes} bytes.`),
          );
        }
        controller.enqueue(value);
      },
      cancel: async (reason) => {
        watch.onEnd();
        await reader.cancel(reason);
      },
    },
    // Nothing is read ahead of the consumer, so that a slow consumer slows the sender down.
    { highWaterMark: 0 },
  );
};

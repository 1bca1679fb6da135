export type OutboundFailure =
  | 'outbound.blocked'
  | 'outbound.timeout'
  | 'outbound.too_large'
  | 'outbound.unreachable';

/** Why something outside could not be reached, or was not allowed to be. The message is fit for people. */
export class OutboundError extends Error {
  readonly code: OutboundFailure;

  constructor(code: OutboundFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboundError';
    this.code = code;
  }
}

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
]);

const causes = function* (error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    yield cause;
    if (cause instanceof AggregateError) for (const inner of cause.errors) yield* causes(inner);
  }
};

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** Turns a failure of the network into an `OutboundError`; one that is inside it already wins. */
export const outboundFailure = (error: unknown, host: string): OutboundError => {
  const chain = [...causes(error)];
  const own = chain.find((cause) => cause instanceof OutboundError);
  if (own instanceof OutboundError) return own;
  // Fetch refuses such ports before it looks for the host, so this says nothing about what is there.
  if (chain.some(({ message }) => message === 'bad port')) {
    return new OutboundError(
      'outbound.blocked',
      `The port of ${host} is not one that web pages are read from.`,
    );
  }
  if (chain.some((cause) => timeoutCodes.has(codeOf(cause)))) {
    return new OutboundError('outbound.timeout', `${host} did not answer in time.`, { cause: error });
  }
  const code = chain.map(codeOf).find((value) => /^[A-Z][A-Z0-9_]+$/.test(value));
  const reason = code ? ` (${code})` : '';
  return new OutboundError('outbound.unreachable', `${host} could not be reached${reason}.`, {
    cause: error,
  });
};

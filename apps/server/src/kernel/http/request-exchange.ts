import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { bodyLimitFor, type Endpoint, type Envelope } from '@atelier/contracts/kernel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cleanText } from '../base/clean-text.ts';
import { AppError, fail } from '../base/errors.ts';
import type { Streams } from '../live/open-streams.ts';
import { type Anonymous, CallerLeft, type Exchange, RightEnded } from '../module/exchange.ts';
import { type AlreadyAnswered, answered } from '../module/module.ts';
import type { Part } from '../module/part.ts';
import type { Authenticate, Principal } from '../module/principal.ts';
import type { Operator } from '../secrets/operator.ts';
import { streamBody } from './bodies/stream-body.ts';
import { failure } from './envelope.ts';
import { checkAccess, checkTenant, isBoundToTenant, isInternalSession } from './guard.ts';
import { type Hosts, isLocalProgram } from './hosts.ts';
import { eventStreamHeaders, isEventStream, openEventStream } from './streams/event-stream.ts';

type ParsedPart = ReturnType<FastifyRequest['parts']> extends AsyncIterable<infer P> ? P : never;
type ParsedFile = Extract<ParsedPart, { type: 'file' }>;

/** A field that is declared as JSON arrives parsed. Like all input, it has no NUL and no half surrogate pairs (`cleanInput`). */
const toCleanText = (value: unknown): string =>
  cleanText(typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** Returns the declared failure for whatever the parser says: the form is cut off, is no form, or has more parts than any form has. */
const unreadable = (cause: unknown): AppError =>
  new AppError('request.unreadable', undefined, {
    cause,
    message: 'The form could not be read: it is cut off, malformed, or has too many parts.',
  });

/** Passes on what the parser yields. It alone fails here, because a loop that is left never throws into its source. */
async function* declareFailures<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (cause) {
    throw unreadable(cause);
  }
}

const filePart = ({ file, fieldname, filename, mimetype }: ParsedFile): Part => ({
  kind: 'file',
  name: cleanText(fieldname),
  filename: cleanText(filename ?? ''),
  mimeType: mimetype,
  stream: Readable.from(declareFailures(file as AsyncIterable<Uint8Array>), { objectMode: false }),
  truncated: () => file.truncated,
});

/** Reads a form part by part. A file must be read to its end before the next part arrives. Throws `request.unreadable`. */
async function* readParts(
  endpoint: Endpoint,
  request: FastifyRequest,
  onBytes: ((bytes: Uint8Array) => void) | undefined,
): AsyncGenerator<Part> {
  if (!request.isMultipart()) fail('request.media_type');
  // The parser is attached in the same turn of the event loop, so that both get every byte.
  if (onBytes) request.raw.on('data', onBytes);
  for await (const part of declareFailures(request.parts())) {
    if (part.type === 'file') yield filePart(part);
    else {
      const value = toCleanText(part.value);
      if (isBoundToTenant(endpoint)) checkTenant(request.principal, { [part.fieldname]: value });
      yield { kind: 'field', name: cleanText(part.fieldname), value };
    }
  }
  if (onBytes && !request.raw.readableEnded)
    await finished(request.raw, { writable: false }).catch((cause: unknown) => {
      throw unreadable(cause);
    });
}

/** Returns false only for a refusal; any other failure says nothing about the permission and is thrown. */
const isAllowed = async (check: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await check();
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'unavailable') return false;
    throw error;
  }
};

const isSameCaller = (now: Principal | null, then: Principal | null): boolean =>
  now?.kind === then?.kind && now?.userId === then?.userId && now?.tenantId === then?.tenantId;

interface StreamParts {
  endpoint: Endpoint;
  request: FastifyRequest;
  reply: FastifyReply;
  streams: Streams;
  authenticate: Authenticate;
  /** Returns the context of a principal with its present permissions. */
  createCallerContext(principal: Principal | null): Anonymous;
  /** Stops the handler, and sends nothing more. */
  end(): void;
}

/**
 * Counts the request among the open streams until its reply is over. Ends it when its authentication, its access or the answer of
 * `isStillShown` no longer holds. Throws `request.too_many_streams`.
 */
const holdStream = (
  parts: StreamParts,
  tenantId: string,
  isStillShown: (asker: Anonymous) => Promise<boolean>,
): void => {
  const { endpoint, request, reply } = parts;
  const release = parts.streams.register({
    tenantId,
    userId: request.principal?.userId ?? request.appUser?.appUserId ?? null,
    address: request.ip,
    end: parts.end,
    isStillAllowed: () =>
      isAllowed(async () => {
        const principal = await parts.authenticate(request.headers, { unused: true });
        if (!isSameCaller(principal, request.principal)) return false;
        checkAccess({ endpoint, request }, principal);
        return isStillShown(parts.createCallerContext(principal));
      }),
  });
  reply.raw.once('close', release);
};

const abortOnClose = (reply: FastifyReply): AbortController => {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new CallerLeft('The caller left'));
  });
  return controller;
};

interface ExchangeParts extends Omit<StreamParts, 'endpoint' | 'end'> {
  hosts: Hosts;
  operator: Operator | undefined;
  /** Returns the declared failure for anything that was thrown, and logs unexpected ones. */
  explain(thrown: unknown): AppError;
}

const noBytes = Buffer.alloc(0);

/**
 * The exchange of one request. Its `signal` and its events are created on first use. It is a class, because functions of its own for each
 * request would be kept in memory for as long as a stream is open.
 */
export class RequestExchange implements Exchange {
  readonly #endpoint: Endpoint;
  readonly #parts: ExchangeParts;
  #aborting: AbortController | undefined;

  constructor(endpoint: Endpoint, parts: ExchangeParts) {
    this.#endpoint = endpoint;
    this.#parts = parts;
  }

  get address(): string {
    return this.#parts.request.ip;
  }

  get isOperator(): boolean {
    const { operator, request } = this.#parts;
    return operator?.isHolder(request.headers.cookie) ?? false;
  }

  get isLocalProgram(): boolean {
    const { operator, request } = this.#parts;
    return operator !== undefined && isLocalProgram(request);
  }

  get isInternal(): boolean {
    return isInternalSession(this.#parts.request.principal);
  }

  get headers(): IncomingHttpHeaders {
    return this.#parts.request.headers;
  }

  get origin(): string {
    const { hosts, request } = this.#parts;
    return hosts.originFor(request);
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  get rawBody(): Buffer {
    const { body } = this.#parts.request;
    return Buffer.isBuffer(body) ? body : noBytes;
  }

  get #ending(): AbortController {
    this.#aborting ??= abortOnClose(this.#parts.reply);
    return this.#aborting;
  }

  #end(): void {
    const { reply } = this.#parts;
    this.#ending.abort(new RightEnded('The right to this stream ended'));
    // A reply that the server sends on the handler's behalf ends with the handler, which gets the signal.
    if (reply.sent && reply.raw.headersSent) reply.raw.end();
  }

  holdStream(...[tenantId, isStillShown]: Parameters<Exchange['holdStream']>): void {
    const held = { ...this.#parts, endpoint: this.#endpoint, end: () => this.#end() };
    holdStream(held, tenantId, isStillShown);
  }

  parts(onBytes?: (bytes: Uint8Array) => void): AsyncIterable<Part> {
    return readParts(this.#endpoint, this.#parts.request, onBytes);
  }

  bytes(onBytes?: (bytes: Uint8Array) => void): AsyncIterable<Uint8Array> {
    return streamBody(this.#parts.request.raw, bodyLimitFor(this.#endpoint), onBytes);
  }

  setHeader(name: string, value: string | string[]): void {
    void this.#parts.reply.header(name, value);
  }

  toFailure(thrown: unknown): Envelope {
    return failure(this.#parts.request.id, this.#parts.explain(thrown));
  }

  openEvents(): ReturnType<Exchange['openEvents']> {
    return openEventStream(this.#parts.reply, this.#endpoint.events ?? {});
  }

  async sendRaw({
    status,
    type,
    headers,
    body,
  }: Parameters<Exchange['sendRaw']>[0]): Promise<AlreadyAnswered> {
    await this.#parts.reply
      .status(status ?? 200)
      .headers({ ...headers, ...(isEventStream(type) ? eventStreamHeaders : {}), 'content-type': type })
      .send(body);
    return answered;
  }
}

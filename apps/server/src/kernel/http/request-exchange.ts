import type { IncomingHttpHeaders } from 'node:http';
import { bodyLimitFor, type Endpoint, type Envelope } from '@atelier/contracts/kernel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { Streams } from '../live/open-streams.ts';
import { type Anonymous, CallerLeft, type Exchange, RightEnded } from '../module/exchange.ts';
import { type AlreadyAnswered, answered } from '../module/module.ts';
import type { Part } from '../module/part.ts';
import type { Authenticate, Principal } from '../module/principal.ts';
import type { Operator } from '../secrets/operator.ts';
import { streamBody } from './bodies/stream-body.ts';
import { failure } from './envelope.ts';
import { checkAccess, isInternalSession } from './guard.ts';
import type { Hosts } from './hosts.ts';
import { isLocalProgram } from './is-local-program.ts';
import { readParts } from './read-parts.ts';
import { eventStreamHeaders, isEventStream, openEventStream } from './streams/event-stream.ts';

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

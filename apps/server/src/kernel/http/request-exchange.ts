import type { IncomingHttpHeaders } from 'node:http';
import { finished } from 'node:stream/promises';
import type { Endpoint, Envelope } from '@atelier/contracts/kernel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, fail } from '../base/errors.ts';
import { type Exchange, type Part, RightEnded } from '../module/exchange.ts';
import { type AlreadyAnswered, answered } from '../module/module.ts';
import type { Operator } from '../secrets/operator.ts';
import { failure } from './envelope.ts';
import { checkTenant, isBoundToTenant, isInternalSession } from './guard.ts';
import type { Hosts } from './hosts.ts';
import { isLocalProgram } from './is-local-program.ts';
import { openEventStream } from './streams/event-stream.ts';
import { holdStream, type StreamParts } from './streams/hold-stream.ts';

/** A field that is declared as JSON arrives parsed. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

async function* partsOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  onBytes: ((bytes: Uint8Array) => void) | undefined,
): AsyncIterable<Part> {
  if (!request.isMultipart()) fail('request.media_type');
  // The parser is attached in the same turn of the event loop, so that both get every byte.
  if (onBytes) request.raw.on('data', onBytes);
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      yield {
        kind: 'file',
        name: part.fieldname,
        filename: part.filename ?? '',
        mimeType: part.mimetype,
        stream: part.file,
        truncated: () => part.file.truncated,
      };
    } else {
      const value = textOf(part.value);
      if (isBoundToTenant(endpoint)) checkTenant(request.principal, { [part.fieldname]: value });
      yield { kind: 'field', name: part.fieldname, value };
    }
  }
  if (onBytes && !request.raw.readableEnded) await finished(request.raw, { writable: false });
}

const abortOnClose = (reply: FastifyReply): AbortController => {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('Request aborted'));
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
    return hosts.originOf(request);
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
    return partsOf(this.#endpoint, this.#parts.request, onBytes);
  }

  setHeader(name: string, value: string | string[]): void {
    void this.#parts.reply.header(name, value);
  }

  failureOf(thrown: unknown): Envelope {
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
      .headers({ ...headers, 'content-type': type })
      .send(body);
    return answered;
  }
}

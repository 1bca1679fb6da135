import { finished } from 'node:stream/promises';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, fail } from '../base/errors.ts';
import { type Exchange, type Part, RightEnded } from '../module/exchange.ts';
import { answered } from '../module/module.ts';
import type { Operator } from '../secrets/operator.ts';
import { failure } from './envelope.ts';
import { openEventStream } from './event-stream.ts';
import { checkTenant, isBoundToTenant, isInternalSession } from './guard.ts';
import { holdStream, type StreamParts } from './hold-stream.ts';
import type { Hosts } from './hosts.ts';
import { isLocalProgram } from './is-local-program.ts';

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

/** Makes the exchange of one request. Its `signal` and its events are created on first use. */
export const makeExchange = (endpoint: Endpoint, parts: ExchangeParts): Exchange => {
  const { request, reply, hosts, operator } = parts;
  let aborting: AbortController | undefined;
  const ending = (): AbortController => {
    aborting ??= abortOnClose(reply);
    return aborting;
  };
  const end = () => {
    ending().abort(new RightEnded('The right to this stream ended'));
    // A reply that the server sends on the handler's behalf ends with the handler, which gets the signal.
    if (reply.sent && reply.raw.headersSent) reply.raw.end();
  };
  return {
    address: request.ip,
    get isOperator() {
      return operator?.isHolder(request.headers.cookie) ?? false;
    },
    get isLocalProgram() {
      return operator !== undefined && isLocalProgram(request);
    },
    isInternal: isInternalSession(request.principal),
    headers: request.headers,
    get origin() {
      return hosts.originOf(request);
    },
    get signal() {
      return ending().signal;
    },
    holdStream: (tenantId, isStillShown) => holdStream({ ...parts, endpoint, end }, tenantId, isStillShown),
    parts: (onBytes) => partsOf(endpoint, request, onBytes),
    rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    setHeader: (name, value) => void reply.header(name, value),
    failureOf: (thrown) => failure(request.id, parts.explain(thrown)),
    openEvents: () => openEventStream(reply, endpoint.events ?? {}),
    async sendRaw({ status, type, headers, body }) {
      await reply
        .status(status ?? 200)
        .headers({ ...headers, 'content-type': type })
        .send(body);
      return answered;
    },
  };
};

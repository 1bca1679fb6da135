import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import type { z } from 'zod';
import type { Actor, Ctx } from '../context/context.ts';
import type { GlobalDb } from '../db/tenant-db.ts';
import type { Log } from '../log/log.ts';
import type { ServiceDefinition, Services } from '../services/services.ts';
import type { AlreadyAnswered } from './module.ts';
import type { Principal } from './principal.ts';

/** The context of a `public` endpoint: no tenant yet. */
export interface Anonymous {
  readonly requestId: string;
  readonly log: Log;
  readonly services: Services;
  /** Who asked, when they are signed in all the same. */
  readonly principal: Principal | null;
  /** The caller's own tenant, when signed in. */
  readonly own: Ctx | null;
  /** The context of the tenant that a public link names. */
  forTenant(tenantId: string, actor: Actor): Ctx;
  /** The tenant that owns a public object, or undefined. */
  tenantOf(publicObjectId: string): Promise<string | undefined>;
  /** A transaction on the tables that belong to no tenant. */
  globally<T>(work: (db: GlobalDb) => Promise<T>): Promise<T>;
  use<T>(service: ServiceDefinition<T>): T;
}

/** One part of a multipart body, in the order in which it was sent. A file must be read to its end before the next part comes. */
export type Part =
  | { kind: 'field'; name: string; value: string }
  | {
      kind: 'file';
      name: string;
      filename: string;
      mimeType: string;
      stream: Readable;
      truncated: () => boolean;
    };

export interface EventSink<M extends Record<string, z.ZodType>> {
  /** Sends one event; waits while the reader is slower than the writer. Does nothing once the reader is gone. */
  send<K extends keyof M & string>(event: K, data: z.input<M[K]>): Promise<void>;
  close(): void;
}

type EventsOf<E extends Endpoint> = E extends { events: infer M extends Record<string, z.ZodType> }
  ? M
  : Record<string, never>;

/** What a handler needs of HTTP beyond JSON in and JSON out. */
export interface Exchange<E extends Endpoint = Endpoint> {
  readonly address: string;
  /** Whether the browser has shown the operator's code (`kernel/secrets/operator.ts`); never with `PUBLIC_URL`. */
  readonly isOperator: boolean;
  /** Whether a program on this machine asks, of its own accord; never with `PUBLIC_URL`. */
  readonly isLocalProgram: boolean;
  /** Whether the caller may use endpoints for those who run the server. */
  readonly isInternal: boolean;
  readonly headers: IncomingHttpHeaders;
  /** Where links that leave the server lead, without a slash at the end: `https://atelier.example.com`. */
  readonly origin: string;
  /** Aborts when the caller goes away, or loses the right to a stream that is held. */
  readonly signal: AbortSignal;
  /**
   * Every stream holds itself before it begins: it is counted, and ends as soon as the caller loses the right to it.
   * `isStillShown` is asked whenever a right of the caller or of the tenant changed, with the rights of that moment; a
   * failure that it throws means no. Throws `request.too_many_streams`.
   */
  holdStream(tenantId: string, isStillShown: (asker: Anonymous) => Promise<boolean>): void;
  parts(): AsyncIterable<Part>;
  /** The body as it was sent, at an endpoint with `rawBody`; empty everywhere else. */
  readonly rawBody: Buffer;
  setHeader(name: string, value: string | string[]): void;
  /** Begins a server-sent event stream. Return `answered` from the handler after closing it. */
  openEvents(): EventSink<EventsOf<E>>;
  /** Answers with bytes or with JSON that is not wrapped in the envelope. */
  sendRaw(reply: {
    status?: number;
    type: string;
    headers?: Record<string, string>;
    body: string | Readable;
  }): Promise<AlreadyAnswered>;
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Endpoint, Envelope } from '@atelier/contracts/kernel/contract';
import type { z } from 'zod';
import type { Actor } from '../context/actor.ts';
import type { Ctx } from '../context/context.ts';
import type { GlobalDb } from '../db/tenant-db.ts';
import type { Log } from '../log/log.ts';
import type { ServiceDefinition, Services } from '../services/services.ts';
import type { AlreadyAnswered } from './module.ts';
import type { Part } from './part.ts';
import type { AppUser, Principal } from './principal.ts';

/** The context of a `public` endpoint, which has no tenant yet. */
export interface Anonymous {
  readonly requestId: string;
  readonly log: Log;
  readonly services: Services;
  /** The caller, when they are signed in nevertheless. */
  readonly principal: Principal | null;
  /** The context of the caller's own tenant, when they are signed in. */
  readonly own: Ctx | null;
  /** Returns the app user whose token the request carries, or null. The first call asks the database. */
  appUser(): Promise<AppUser | null>;
  /** Returns the context of the tenant that a public link names. */
  forTenant(tenantId: string, actor: Actor): Ctx;
  /** Returns the tenant that owns a public object, or undefined. */
  findOwnerTenant(publicObjectId: string): Promise<string | undefined>;
  /** Runs `work` in a transaction on the tables that belong to no tenant. */
  globally<T>(work: (db: GlobalDb) => Promise<T>): Promise<T>;
  use<T>(service: ServiceDefinition<T>): T;
}

/** The reason with which `signal` aborts when the caller may no longer have the stream, and has not just gone away. */
export class RightEnded extends Error {}

/** The reason with which `signal` aborts when the caller goes away before the answer is complete. */
export class CallerLeft extends Error {}

export interface EventSink<M extends Record<string, z.ZodType>> {
  /**
   * Sends one event, and waits while the reader is slower than the writer. Does nothing once the reader is gone. A reader that comes back
   * names the last `id` that it has in the header `last-event-id`.
   */
  send<K extends keyof M & string>(event: K, data: z.input<M[K]>, id?: string): Promise<void>;
  /** Like `send`, but lets the event wait a moment for the next one, with which it costs nothing. */
  sendSoon<K extends keyof M & string>(event: K, data: z.input<M[K]>): Promise<void>;
  close(): void;
}

type EventsOf<E extends Endpoint> = E extends { events: infer M extends Record<string, z.ZodType> }
  ? M
  : Record<string, never>;

/**
 * The parts of HTTP that a handler may need besides JSON in and JSON out. Its methods are called on it: each names `this`, so that taking
 * one out of it does not compile.
 */
export interface Exchange<E extends Endpoint = Endpoint> {
  readonly address: string;
  /** True when the browser has proved the operator's code (`kernel/secrets/operator.ts`); always false with `PUBLIC_URL`. */
  readonly isOperator: boolean;
  /** True when a program on this machine asks on nobody else's behalf; always false with `PUBLIC_URL`. */
  readonly isLocalProgram: boolean;
  /** True when the caller may use the endpoints for operators. */
  readonly isInternal: boolean;
  readonly headers: IncomingHttpHeaders;
  /** The origin for links that leave the server, without a slash at the end: `https://atelier.example.com`. */
  readonly origin: string;
  /** Aborts when the caller goes away, or may no longer have a stream that is held. */
  readonly signal: AbortSignal;
  /**
   * Registers this request as an open stream; every stream does so before it begins. It is counted, and ends as soon as the caller may no
   * longer have it. `isStillShown` is asked with present permissions whenever a permission of the caller or of the tenant has changed; a
   * failure that it throws means no. Throws `request.too_many_streams`.
   */
  holdStream(this: object, tenantId: string, isStillShown: (asker: Anonymous) => Promise<boolean>): void;
  /** `onBytes` gets the bytes of the whole body as they arrive. All of them have come when the iteration ends. */
  parts(this: object, onBytes?: (bytes: Uint8Array) => void): AsyncIterable<Part>;
  /** The body as it was sent, at an endpoint with `rawBody`; empty everywhere else. */
  readonly rawBody: Buffer;
  /**
   * Yields the body as it arrives, at an endpoint with `streamedBody`. `onBytes` gets the same bytes, before anything is undone. Throws
   * `request.too_large` as soon as it is known that there are more than the endpoint takes.
   */
  bytes(this: object, onBytes?: (bytes: Uint8Array) => void): AsyncIterable<Uint8Array>;
  setHeader(this: object, name: string, value: string | string[]): void;
  /** Returns the envelope of a failure that comes after the reply has begun, for a handler that streams its own format. */
  toFailure(this: object, thrown: unknown): Envelope;
  /** Starts a server-sent event stream. Close it, then return `answered` from the handler. */
  openEvents(this: object): EventSink<EventsOf<E>>;
  /** Answers with bytes, or with JSON that is not wrapped in the envelope. */
  sendRaw(
    this: object,
    reply: {
      status?: number;
      type: string;
      headers?: Record<string, string>;
      body: string | Readable;
    },
  ): Promise<AlreadyAnswered>;
}

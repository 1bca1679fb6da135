import type { ErrorCode } from '@atelier/contracts';
import type { Contract, Endpoint, ReplyInputOf, RequestOf } from '@atelier/contracts/kernel/contract';
import type { Config } from '../config/config.ts';
import type { Ctx } from '../context/context.ts';
import type { EventType, JobType } from '../context/define-job.ts';
import type { AnyRun } from '../runs/index.ts';
import type { Extension } from '../services/extension-points.ts';
import type { ServiceContainer, Services } from '../services/services.ts';
import type { Anonymous, Exchange } from './exchange.ts';
import type { AuthenticateAppUser } from './principal.ts';

type ContextOf<E extends Endpoint> = E['access'] extends { public: string } ? Anonymous : Ctx;

/** Answers one endpoint, given the context, the parsed request, and the exchange for everything that JSON cannot express. */
export type Handler<E extends Endpoint> = (
  ctx: ContextOf<E>,
  request: RequestOf<E>,
  exchange: Exchange<E>,
) => Promise<ReplyInputOf<E> | AlreadyAnswered>;

/** The return value of a handler that answered through its exchange (events, raw replies). */
export const answered = Symbol('answered');
export type AlreadyAnswered = typeof answered;

export type Handlers<C extends Contract> = { [K in keyof C['endpoints']]: Handler<C['endpoints'][K]> };

/** The routes of a contract. A missing handler does not compile. */
export interface Routes {
  contract: Contract;
  handlers: Record<string, AnyHandler>;
}
export type AnyHandler = (ctx: never, request: never, exchange: never) => Promise<unknown>;

export const defineRoutes = <const C extends Contract>(contract: C, handlers: Handlers<C>): Routes => ({
  contract,
  handlers: handlers as unknown as Record<string, AnyHandler>,
});

/** The code of a job or of one subscriber of an event, which validates the stored payload. */
export interface StoredHandler {
  name: string;
  handle: (ctx: Ctx, stored: unknown) => Promise<void>;
}

/** Adds the code of a job. Delivery is at least once, so `handle` is idempotent. */
export const handleJob = <I extends object>(
  { name, input }: JobType<I>,
  handle: (ctx: Ctx, input: I) => Promise<void>,
): StoredHandler => ({ name, handle: (ctx, stored) => handle(ctx, input.parse(stored)) });

/** Adds a subscriber of an event, which is called at least once. */
export const subscribe = <P extends object>(
  { name, payload }: EventType<P>,
  handle: (ctx: Ctx, payload: P) => Promise<void>,
): StoredHandler => ({ name, handle: (ctx, stored) => handle(ctx, payload.parse(stored)) });

/** Scheduled work of the whole server, not of a tenant (`cron` has five fields, UTC). */
export interface ChoreDefinition {
  task: string;
  cron: string;
  handle: (services: Services) => Promise<void>;
}

/** Everything that a feature adds to the server. */
export interface ServerModule {
  name: string;
  routes?: Routes[];
  runs?: readonly AnyRun[];
  jobs?: readonly StoredHandler[];
  chores?: ChoreDefinition[];
  subscribers?: readonly StoredHandler[];
  /** Extensions that this module adds at the extension points of other modules: `extend(point, value)`. */
  extends?: readonly Extension[];
  /** Makes the authentication of app users; one module provides it. */
  createAuthenticateAppUser?: (services: Services, container: ServiceContainer) => AuthenticateAppUser;
  /** Begins work in the background once the server answers. */
  onStarted?: (container: ServiceContainer) => void;
  /** Brings the replies of open connections to an end when the server stops. They are cut as soon as it resolves. */
  onStopping?: (container: ServiceContainer) => Promise<void>;
  /** Returns a row of the text that the start prints: its name and its lines. */
  greeting?: (container: ServiceContainer, config: Config) => Promise<readonly [string, ...string[]]>;
  /** Maps the name of a unique or foreign key constraint of the module's tables to the failure that a violation means. */
  constraints?: Record<string, ErrorCode>;
}

/** The reply of a write that has nothing to return. */
export const done = { done: true } as const;

export const defineModule = (module: ServerModule): ServerModule => module;

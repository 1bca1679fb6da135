import type { ErrorCode } from '@atelier/contracts';
import type { Contract, Endpoint, ReplyInputOf, RequestOf } from '@atelier/contracts/kernel/contract';
import type { Ctx } from '../context/context.ts';
import type { EventMap } from '../context/events.ts';
import type { EntityKind } from '../entities/entity-kind.ts';
import type { Plans } from '../plans/plans.ts';
import type { RunDefinition } from '../runs/index.ts';
import type { Services } from '../services/services.ts';
import type { Anonymous, Exchange } from './exchange.ts';

type ContextOf<E extends Endpoint> = E['access'] extends { public: string } ? Anonymous : Ctx;

/** Answers one endpoint: context, parsed request, and the exchange for what JSON cannot say. */
export type Handler<E extends Endpoint> = (
  ctx: ContextOf<E>,
  request: RequestOf<E>,
  exchange: Exchange<E>,
) => Promise<ReplyInputOf<E> | AlreadyAnswered>;

/** What a handler returns that answered through its exchange (events, raw replies). */
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

/** Background work by name. Delivered at least once, so `handle` is idempotent. */
export interface JobDefinition {
  task: string;
  handle: (ctx: Ctx, payload: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** Work of the whole server, not of a tenant, on a schedule (`cron` has five fields, UTC). */
export interface ChoreDefinition {
  task: string;
  cron: string;
  handle: (services: Services) => Promise<void>;
}

/** Reacts to an event, at least once. */
export type Subscribers = { [K in keyof EventMap]?: (ctx: Ctx, payload: EventMap[K]) => Promise<void> };

/** All that a feature brings to the server. */
export interface ServerModule {
  name: string;
  routes?: Routes[];
  runs?: RunDefinition[];
  jobs?: JobDefinition[];
  chores?: ChoreDefinition[];
  subscribers?: Subscribers;
  entities?: EntityKind[];
  /** What plans allow; one module knows. */
  plans?: Plans;
  /** The failure that a violated unique or foreign key of the module's tables means to a person. */
  constraints?: Record<string, ErrorCode>;
}

/** The reply of a write that has nothing to show. */
export const done = { done: true } as const;

export const defineModule = (module: ServerModule): ServerModule => module;

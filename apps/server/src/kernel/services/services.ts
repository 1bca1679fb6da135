import type { WorkAccount } from '@atelier/turns';
import type { Pool } from 'pg';
import type { Compute } from '../compute/computation.ts';
import type { Config } from '../config/config.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import type { DueJobs } from '../db/due-jobs.ts';
import type { Statistics } from '../db/statistics.ts';
import type { Live } from '../live/live.ts';
import type { Streams } from '../live/open-streams.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../log/metrics.ts';
import type { Mailer } from '../mail/mail.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Operator } from '../secrets/operator.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Storage } from '../storage/storage.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Extensions } from './extension-points.ts';
import type { OwnOrigin } from './own-origin.ts';

/** The services that the kernel gives to every use case besides the database. */
export interface Services {
  readonly config: Config;
  readonly log: Log;
  readonly storage: Storage;
  readonly secrets: Secrets;
  /** The proof that a browser belongs to the operator; undefined with `PUBLIC_URL`. */
  readonly operator: Operator | undefined;
  readonly outbound: Outbound;
  /** The origin of this server in links that it gives to others. */
  readonly ownOrigin: OwnOrigin;
  readonly mailer: Mailer;
  readonly metrics: Metrics;
  /** Exports the traces of answers and runs. */
  readonly telemetry: Telemetry;
  readonly live: Live;
  /** The event streams and streamed answers that are open in this process. */
  readonly streams: Streams;
  /** Threads for computations that would block other requests. */
  readonly compute: Compute;
  /** Counts what threads and parsers compute for each tenant, and decides who waits behind others. */
  readonly workAccount: WorkAccount;
  /** Keeps the database's statistics about its tables up to date. */
  readonly statistics: Statistics;
  readonly dueJobs: DueJobs;
  readonly clock: DatabaseClock;
  /** The types of events that have subscribers. */
  readonly heard: ReadonlySet<string>;
  /** The extensions that modules have added at the extension points of other modules. */
  readonly extensions: Extensions;
  /**
   * For statements that run before a tenant is known: authenticating a request, deleting expired rows, reading the outbox. Everything else
   * goes through `ctx.tx`.
   */
  readonly identityPool: Pool;
}

/** A long-lived object that a module owns, such as a pool or a cache. Created on first use, once per server, and closed at shutdown. */
export interface ServiceDefinition<T> {
  readonly name: string;
  /** `use` returns other services. */
  readonly create: (services: Services, use: <O>(other: ServiceDefinition<O>) => O) => T;
  readonly close?: (instance: T) => Promise<void> | void;
}

export const defineService = <T>(definition: ServiceDefinition<T>): ServiceDefinition<T> => definition;

/** Holds the instances of module services. */
export class ServiceContainer {
  readonly #instances = new Map<string, { instance: unknown; close: () => Promise<void> | void }>();
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  use<T>(definition: ServiceDefinition<T>): T {
    const present = this.#instances.get(definition.name);
    if (present) return instanceAs<T>(present.instance);
    const instance = definition.create(this.#services, (other) => this.use(other));
    this.#instances.set(definition.name, { instance, close: () => definition.close?.(instance) });
    return instance;
  }

  async close(): Promise<void> {
    const open = [...this.#instances.values()].reverse();
    this.#instances.clear();
    for (const { close } of open) await close();
  }
}

const instanceAs = <T>(instance: unknown): T => instance as T;

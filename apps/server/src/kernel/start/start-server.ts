import type { AddressInfo } from 'node:net';
import { WorkAccount } from '@atelier/turns';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { createCompute } from '../compute/compute.ts';
import type { Config } from '../config/config.ts';
import { DatabaseClock } from '../db/database-clock.ts';
import { createDueJobs } from '../db/due-jobs.ts';
import { migrate } from '../db/schema/migrate.ts';
import { createStatistics } from '../db/statistics.ts';
import { exactTypes } from '../db/wire/exact-types.ts';
import { JoiningSocket } from '../db/wire/joining-socket.ts';
import type { RouteParts } from '../http/calls/route-parts.ts';
import { createHttpServer } from '../http/create-http-server.ts';
import { createErrorMapping } from '../http/envelope.ts';
import { createHosts } from '../http/hosts.ts';
import { registerOperations } from '../http/operations.ts';
import { registerPages } from '../http/pages.ts';
import { findFrameButton, findFrameSites } from '../http/public-objects.ts';
import { registerRoutes } from '../http/register-routes.ts';
import { freeOrphans, startJobs } from '../jobs/jobs.ts';
import { createLive, type Live } from '../live/live.ts';
import { createStreams } from '../live/streams.ts';
import { Closers } from '../log/closers.ts';
import type { Log } from '../log/log.ts';
import { createMetrics } from '../log/metrics.ts';
import { createMailer } from '../mail/mail.ts';
import { createMailOutbox } from '../mail/mail-outbox.ts';
import type { ServerModule } from '../module/module.ts';
import type { Authenticate } from '../module/principal.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { type RunningDatabase, startDatabase } from '../postgres/embedded-postgres.ts';
import { createRateLimiter } from '../rate-limit/rate-limit.ts';
import { RunRegistry, runKinds } from '../runs/definition/define-run.ts';
import { RunExecutor } from '../runs/execution/executor.ts';
import { loadOperator } from '../secrets/operator.ts';
import { loadSecrets } from '../secrets/secrets.ts';
import { Extensions, extend } from '../services/extension-points.ts';
import { OwnOrigin } from '../services/own-origin.ts';
import { ServiceContainer, type Services } from '../services/services.ts';
import { createFolderStorage } from '../storage/storage.ts';
import { createTelemetry } from '../telemetry/telemetry.ts';

export interface ServerOptions {
  config: Config;
  log: Log;
  modules: readonly ServerModule[];
  /** Makes the authentication; provided by the identity module. */
  createAuthenticate: (services: Services, container: ServiceContainer) => Authenticate;
  version: string;
  migrationsDirectory: string;
  pagesDirectory: string;
  /** The entry file of the threads for computations. */
  computeEntry: string | URL;
  /** The entry file of the process for native code. Without one nothing native is computed. */
  nativeEntry?: string | URL;
  strictAudit?: boolean;
  /** Milliseconds after which an executor without a heartbeat counts as dead; shorter in tests. */
  runLeaseMs?: number;
}

export interface RunningServer {
  /** For example `http://127.0.0.1:3000`; undefined when only the worker role runs. */
  address: string | undefined;
  services: Services;
  container: ServiceContainer;
  pool: pg.Pool;
  close(): Promise<void>;
}

const createPool = (connectionString: string, options: pg.PoolConfig, log: Log): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    ...options,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: exactTypes,
  });
  // A connection that fails while idle is replaced by the pool; without a listener the process would end.
  pool.on(
    'error',
    (error) => pool.ending || log.warn({ err: error }, 'an idle database connection was lost'),
  );
  // The same holds for a connection that fails while in use. Its query fails as well, and the caller reports that failure.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

const connect = async (database: RunningDatabase, options: ServerOptions, closers: Closers) => {
  const ownerPool = createPool(database.ownerUrl, { max: 4 }, options.log);
  closers.add('owner pool', () => ownerPool.end());
  const applied = await migrate(ownerPool, options.migrationsDirectory);
  if (applied.length > 0) options.log.info({ migrations: applied }, 'database brought up to date');
  // Pipelining: statements that do not wait for each other share a round trip.
  const max = options.config.database.poolSize;
  const pool = createPool(
    database.appUrl,
    { max, pipeline: true, stream: () => new JoiningSocket() },
    options.log,
  );
  closers.add('pool', () => pool.end());
  return { ownerPool, pool };
};

const makeServices = async (
  { config, log, modules, computeEntry, nativeEntry, version }: ServerOptions,
  pool: pg.Pool,
  live: Live,
): Promise<Services> => {
  const outbound = createOutbound({ allow: config.outbound.allow });
  const metrics = createMetrics({ pool });
  const workAccount = new WorkAccount(config.computingSeconds.free * 1000);
  const clock = new DatabaseClock(pool, log);
  await clock.measure();
  return {
    config,
    log,
    identityPool: pool,
    storage: await createFolderStorage(config.dataFolder),
    secrets: await loadSecrets(config),
    operator: await loadOperator(config),
    outbound,
    ownOrigin: new OwnOrigin(config.server),
    mailer: createMailer({ config, outbox: createMailOutbox(pool), log }),
    metrics,
    telemetry: createTelemetry({ config, outbound, metrics, log, version }),
    live,
    streams: createStreams({ live, log, limits: config.streams }),
    compute: createCompute({ entry: computeEntry, nativeEntry, account: workAccount }),
    workAccount,
    statistics: createStatistics(pool, log),
    dueJobs: createDueJobs(pool, log),
    clock,
    extensions: new Extensions(
      modules.flatMap((module) => [
        ...(module.extends ?? []),
        ...(module.runs ?? []).map((run) => extend(runKinds, run)),
      ]),
    ),
    heard: new Set(modules.flatMap(({ subscribers = [] }) => subscribers.map(({ name }) => name))),
  };
};

const listen = async (options: ServerOptions, parts: RouteParts, closers: Closers): Promise<string> => {
  const { config, modules } = options;
  const app: FastifyInstance = await createHttpServer(parts);
  closers.add('http', () => app.close());
  app.addHook('preClose', async () => {
    await Promise.allSettled(modules.map(async ({ onStopping }) => onStopping?.(parts.container)));
  });
  registerRoutes(
    app,
    parts,
    modules.flatMap((module) => module.routes ?? []),
  );
  await registerOperations(app, parts, options.version);
  await registerPages(app, options.pagesDirectory, {
    ...config,
    frameSites: (appId) => findFrameSites(parts.pool, appId),
    frameButton: (appId) => findFrameButton(parts.pool, appId),
  });
  await app.listen({ port: config.server.port, host: config.server.host });
  const { port } = app.server.address() as AddressInfo;
  const host = config.server.host.includes(':') ? `[${config.server.host}]` : config.server.host;
  const address = `http://${host}:${port}`;
  parts.services.ownOrigin.listensAt(address);
  return address;
};

const beginWork = (modules: readonly ServerModule[], container: ServiceContainer): void => {
  for (const { onStarted } of modules) onStarted?.(container);
};

/** Starts everything that the configured roles need. `close` stops it in reverse order; so does a start that fails half-way. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { config, log, modules } = options;
  const closers = new Closers(log);
  try {
    const database = await startDatabase(config, log);
    closers.add('database', () => database.stop());
    const { ownerPool, pool } = await connect(database, options, closers);
    const runs = new RunExecutor({
      connectionString: database.appUrl,
      pool,
      registry: new RunRegistry(modules.flatMap((module) => module.runs ?? [])),
      heavyPlaces: config.roles.worker ? config.concurrency.worker : 0,
      ...(options.runLeaseMs === undefined ? {} : { leaseMs: options.runLeaseMs }),
    });
    const services = await makeServices(options, pool, createLive(pool, log));
    const container = new ServiceContainer(services);
    closers.add('due jobs', () => services.dueJobs.close());
    closers.add('statistics', () => services.statistics.close());
    closers.add('outbound', () => services.outbound.close());
    closers.add('telemetry', () => services.telemetry.close());
    closers.add('mail', () => services.mailer.close());
    closers.add('services', () => container.close());
    await services.live.start();
    closers.add('live', () => services.live.close());
    closers.add('streams', () => services.streams.close());
    if (config.roles.worker) {
      if (database.embedded) await freeOrphans(ownerPool);
      const runner = await startJobs({ ownerPool, pool, services, container, modules });
      closers.add('jobs', () => runner.stop());
    }
    // Jobs wait for their computations, so the threads are closed after the jobs. Runs end their own computations.
    closers.add('compute', () => services.compute.close());
    await runs.open({ services, container });
    closers.add('runs', () => runs.close());
    const parts: RouteParts = {
      pool,
      services,
      container,
      authenticate: options.createAuthenticate(services, container),
      authenticateAppUser:
        modules
          .find(({ createAuthenticateAppUser }) => createAuthenticateAppUser !== undefined)
          ?.createAuthenticateAppUser?.(services, container) ?? (async () => null),
      rateLimiter: createRateLimiter(config.rateLimits),
      mapError: createErrorMapping(modules),
      hosts: createHosts(config.server),
      strictAudit: options.strictAudit ?? false,
    };
    const address = config.roles.api ? await listen(options, parts, closers) : undefined;
    beginWork(modules, container);
    return { address, services, container, pool, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
};

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auth, type SessionUser } from '@atelier/contracts/account/identity/auth';
import pg from 'pg';
import { inject } from 'vitest';
import { loadConfig } from '../src/kernel/config/config.ts';
import type { Ctx } from '../src/kernel/context/context.ts';
import { createContext } from '../src/kernel/context/create-context.ts';
import { createLog, type Log } from '../src/kernel/log/log.ts';
import type { ServerModule } from '../src/kernel/module/module.ts';
import { type RunningServer, startServer } from '../src/kernel/start/start-server.ts';
import { createAuthenticate } from '../src/modules/account/identity/index.ts';
import { modules } from '../src/modules.ts';
import { Client } from './client.ts';
import { noteTrouble } from './troubles/server-troubles.ts';
import { openWire, type Wire } from './wire.ts';

export { eventually } from './eventually.ts';

export interface TestServer extends RunningServer {
  origin: string;
  databaseUrl: string;
  dataFolder: string;
  /** The proxy between a counted server and PostgreSQL; see `countMessages`. */
  wire: Wire | undefined;
  /** Returns a client without a session. */
  visitor(): Client;
  /** Creates a tenant and signs its owner in. */
  signUp(name?: string): Promise<{ client: Client; user: SessionUser; email: string; password: string }>;
  /** Starts a second server on the same database and files. */
  another(options?: ServerChoice): Promise<TestServer>;
  /** Returns the context of a tenant, for calling use cases and the kernel directly. */
  contextOf(tenantId: string): Ctx;
  /** Runs a statement as the administrator of the database, to whom no row policy applies. */
  sql<R extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<R[]>;
}

export interface ServerChoice {
  /** Environment variables that override the defaults. */
  env?: Record<string, string>;
  /** Modules before the product's own, whose extensions they may replace. */
  extraModules?: ServerModule[];
  /** The entry file of the threads for computations, instead of the product's own. */
  computeEntry?: string;
  /** An existing database, which the server migrates, instead of a copy of the template. */
  databaseUrl?: string;
  /** True to connect the server to PostgreSQL through a proxy, so that `countMessages` can count. */
  isCounted?: boolean;
  /** The folder of built pages. Without it, the server has none. */
  pagesDirectory?: string;
  /** Receives every line of the log. */
  onLog?: (line: string) => void;
}

/** Environment variables of a server with a public URL. Tests reach it by its IP address, and its mail server does not exist. */
export const publicServer = {
  PUBLIC_URL: 'https://atelier.example.com',
  SMTP_URL: 'smtp://127.0.0.1:9',
  ALLOWED_HOSTS: '127.0.0.1',
};

interface Installation {
  databaseUrl: string;
  dataFolder: string;
}

/** Creates a database on the server of the tests: a copy of the migrated template, or an empty one. Returns its URL. */
export const createDatabase = async (content: 'migrated' | 'empty'): Promise<string> => {
  const template = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new URL(template);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  const copied = content === 'migrated' ? `template ${template.pathname.slice(1)}` : '';
  await client.query(`create database ${name} ${copied}`);
  await client.end();
  const databaseUrl = new URL(template);
  databaseUrl.pathname = `/${name}`;
  return databaseUrl.href;
};

const makeInstallation = async (given: string | undefined): Promise<Installation> => ({
  databaseUrl: given ?? (await createDatabase('migrated')),
  dataFolder: await mkdtemp(join(tmpdir(), 'atelier-test-')),
});

const signUpOn = async (origin: string, name: string) => {
  const client = new Client(origin);
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const password = 'Correct-Horse-7';
  const { user } = await client.call(auth.endpoints.signUp, {
    body: { name, email, password, companyName: `${name} Ltd` },
  });
  if (!user) throw new Error('A server with a mail server lets nobody in before the mail.');
  return { client, user, email, password };
};

const logOf = ({ onLog }: ServerChoice): Log =>
  createLog({
    level: onLog ? 'info' : 'warn',
    destination: {
      write: (line) => {
        noteTrouble(line);
        onLog?.(line);
      },
    },
  });

const open = async (
  installation: Installation,
  choice: ServerChoice,
  owner: boolean,
): Promise<TestServer> => {
  const wire = choice.isCounted ? await openWire(installation.databaseUrl) : undefined;
  const config = loadConfig({
    ATELIER_DATA: installation.dataFolder,
    DATABASE_URL: wire?.databaseUrl ?? installation.databaseUrl,
    PORT: '0',
    RATE_LIMIT_DEFAULT_PER_MINUTE: '0',
    RATE_LIMIT_AUTH_PER_MINUTE: '0',
    RATE_LIMIT_CHAT_PER_MINUTE: '0',
    OPERATOR_BUDGET_NEEDS_MAIL: 'off',
    EMBEDDING_WEIGHTS_FROM: 'off',
    LOCAL_MODEL_SERVERS: 'off',
    DATABASE_POOL_SIZE: '6',
    ...choice.env,
  });
  const server = await startServer({
    config,
    log: logOf(choice),
    modules: [...(choice.extraModules ?? []), ...modules],
    createAuthenticate,
    version: 'test',
    migrationsDirectory: new URL('../migrations', import.meta.url).pathname,
    pagesDirectory: choice.pagesDirectory ?? join(installation.dataFolder, 'no-pages'),
    computeEntry: choice.computeEntry ?? new URL('../src/compute-worker.ts', import.meta.url),
    nativeEntry: new URL('../src/native-worker.ts', import.meta.url),
    strictAudit: true,
  });
  const admin = new URL(inject('adminUrl'));
  admin.pathname = new URL(installation.databaseUrl).pathname;
  const direct = new pg.Pool({ connectionString: admin.href, max: 1 });
  const origin = server.address ?? '';
  return {
    ...server,
    origin,
    ...installation,
    wire,
    visitor: () => new Client(origin),
    signUp: (name = 'Ada Lovelace') => signUpOn(origin, name),
    contextOf: (tenantId) => {
      const { pool, container, services } = server;
      return createContext({ pool, container, services, tenantId, actor: { kind: 'system', name: 'test' } });
    },
    another: (options = {}) =>
      open(
        installation,
        { ...(choice.extraModules && { extraModules: choice.extraModules }), ...options },
        false,
      ),
    sql: async <R extends pg.QueryResultRow>(statement: string, values?: unknown[]) =>
      (await direct.query<R>(statement, values)).rows,
    async close() {
      await server.close();
      await wire?.close();
      await direct.end();
      if (owner) await rm(installation.dataFolder, { recursive: true, force: true });
    },
  };
};

/** Starts a whole server with a database of its own, over real HTTP. Close it when the suite ends. */
export const startTestServer = async (choice: ServerChoice = {}): Promise<TestServer> =>
  open(await makeInstallation(choice.databaseUrl), choice, true);

/** Returns the actions that were recorded about a subject, such as a user, in alphabetical order. */
export const auditTrail = async ({ sql }: Pick<TestServer, 'sql'>, subjectId: string): Promise<string[]> =>
  (
    await sql<{ action: string }>('select action from audit_log where subject_id = $1 order by action', [
      subjectId,
    ])
  ).map(({ action }) => action);

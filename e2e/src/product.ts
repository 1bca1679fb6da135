import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { serverEnv, serverFlags } from '../../tools/prepare.mjs';
import { Client } from './client.ts';
import { compiled, newDataFolder } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { endAll, listTree, type Process, proportionalMemory } from './process-tree.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The build under test: this repository's, or one in another folder. */
export const build = process.env['ATELIER_BUILD'] ?? join(root, 'dist');
const longestStart = 60_000;

export interface ProductChoice {
  /** The data folder; by default a temporary folder, prepared by a first start, which `close` deletes. */
  dataFolder?: string;
  /** The address of the database; by default that of the embedded one. */
  databaseUrl?: string;
  roles?: 'api' | 'worker' | 'api,worker';
  env?: Record<string, string>;
}

/** The built product as a process of its own, as an operator runs it. */
export interface Product {
  readonly origin: string;
  readonly dataFolder: string;
  readonly pid: number | undefined;
  /** Everything that the product has printed since its last start. */
  readonly output: string;
  /** The operator's link that the product printed at its start. */
  readonly operatorLink: string;
  /** Ends only the server process. Resolves when it is gone. */
  kill(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>;
  /** Starts the product again on the same data and the same port. Resolves to the milliseconds until it was ready. */
  start(): Promise<number>;
  /** The memory of the process and all its children in MB. */
  memory(): Promise<number>;
  processes(): Promise<Process[]>;
  visitor(): Client;
  /** Creates a tenant and signs its owner in. */
  signUp(name?: string): Promise<{ client: Client; tenantId: string; email: string; password: string }>;
  /** The address of the product's database for an administrator, to whom no row policy applies. */
  databaseUrl(): Promise<string>;
  /** Runs a statement without row policies. */
  sql<R extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<R[]>;
  /** Stops the product with everything that it started, and deletes its temporary folder. */
  close(): Promise<void>;
}

export const password = 'Correct-Horse-7';

/** Returns an environment with only these settings, and nothing from this machine. */
const makeEnvironment = (choice: ProductChoice, dataFolder: string, port: number): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  TZ: 'UTC',
  NODE_ENV: 'production',
  ...serverEnv,
  PORT: String(port),
  ATELIER_DATA: dataFolder,
  RATE_LIMIT_DEFAULT_PER_MINUTE: '0',
  RATE_LIMIT_AUTH_PER_MINUTE: '0',
  RATE_LIMIT_CHAT_PER_MINUTE: '0',
  OPERATOR_BUDGET_PER_DAY: '0',
  OPERATOR_BUDGET_PER_MONTH: '0',
  OPERATOR_BUDGET_PER_FREE_COMPANY: '0',
  OPERATOR_BUDGET_NEEDS_MAIL: 'off',
  // Tests reach nothing outside.
  EMBEDDING_WEIGHTS_FROM: 'off',
  ...(process.env[compiled] === undefined ? {} : { NODE_COMPILE_CACHE: process.env[compiled] }),
  ...(choice.databaseUrl === undefined ? {} : { DATABASE_URL: choice.databaseUrl }),
  ...(choice.roles === undefined ? {} : { ATELIER_ROLES: choice.roles }),
  ...choice.env,
});

/**
 * Returns the address for the administrator of the embedded database. The password is derived from the key in the data folder,
 * as for backups.
 */
const adminUrl = async (dataFolder: string): Promise<string> => {
  const key = (await readFile(join(dataFolder, 'keys', 'database'), 'utf8')).trim();
  const secret = createHmac('sha256', key).update('postgres').digest('base64url');
  return `postgresql://postgres:${secret}@${encodeURIComponent(join(dataFolder, 'run'))}:5432/atelier`;
};

const signUpOn = async (origin: string, name: string) => {
  const client = new Client(origin);
  const email = `${crypto.randomUUID()}@example.com`;
  const body = { name, email, password, companyName: `${name} Ltd` };
  const { user } = await client.post<{ user: { tenantId: string } }>('/api/auth/sign-up', body);
  return { client, tenantId: user.tenantId, email, password };
};

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

export const startProduct = async (choice: ProductChoice = {}): Promise<Product> => {
  const dataFolder = choice.dataFolder ?? (await newDataFolder());
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const isApi = choice.roles !== 'worker';
  let output = '';
  let child: ChildProcess | undefined;
  /** Processes that may outlive a killed server; they are ended at the end. */
  const started: Process[] = [];

  const isUp = async (): Promise<boolean> => {
    if (!isApi) return output.includes('works in the background');
    return (await fetch(`${origin}/api/ready`).catch(() => undefined))?.ok === true;
  };
  const start = async (): Promise<number> => {
    const since = performance.now();
    const entry = join(build, 'server', 'main.js');
    const server = spawn(join(root, 'node_modules', '.bin', 'node'), [...serverFlags, entry], {
      cwd: dataFolder,
      env: makeEnvironment(choice, dataFolder, port),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = server;
    output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    while (!(await isUp())) {
      if (hasEnded(server)) throw new Error(`The product ended at its start:\n${output}`);
      if (performance.now() - since > longestStart) throw new Error(`The product does not start:\n${output}`);
      await sleep(20);
    }
    return performance.now() - since;
  };
  const processes = async () => (child?.pid === undefined ? [] : listTree(child.pid));
  const kill: Product['kill'] = async (signal) => {
    const server = child;
    if (!server || hasEnded(server)) throw new Error(`The product does not run:\n${output}`);
    started.push(...(await processes()));
    const since = performance.now();
    const end = once(server, 'exit');
    server.kill(signal);
    await end;
    return { code: server.exitCode, signal: server.signalCode, ms: performance.now() - since };
  };
  const close = async (): Promise<void> => {
    if (child && !hasEnded(child)) {
      const ended = kill('SIGTERM');
      if ((await Promise.race([ended, sleep(10_000)])) === undefined) await endAll(started);
      await ended;
    }
    await endAll(started);
    if (choice.dataFolder === undefined)
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  };
  const databaseUrl = async () => choice.databaseUrl ?? (await adminUrl(dataFolder));
  const sql = async <R extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<R[]> => {
    const client = new pg.Client({ connectionString: await databaseUrl() });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<R>(statement, values)).rows;
    } finally {
      await client.end();
    }
  };

  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    origin,
    dataFolder,
    get pid() {
      return child?.pid;
    },
    get output() {
      return output;
    },
    get operatorLink() {
      return /http\S+#operator=\S+/.exec(output)?.[0] ?? '';
    },
    kill,
    start,
    processes,
    memory: async () => proportionalMemory(await processes()),
    visitor: () => new Client(origin),
    signUp: (name = 'Ada Lovelace') => signUpOn(origin, name),
    databaseUrl,
    sql,
    close,
  };
};

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPooler } from '../../tools/test-needs.mjs';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

export interface Pooler {
  /** The address of the database through the pooler, for the login that the pooler was started for. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in front of a database. In the mode `session` a client keeps its connection to the database until it leaves, in
 * the mode `transaction` until its transaction ends. `size` is the number of connections to the database.
 */
export const startPooler = async (
  databaseUrl: string,
  { mode, size }: { mode: 'session' | 'transaction'; size: number },
): Promise<Pooler> => {
  const program = findPooler();
  if (program === undefined) throw new Error('PgBouncer is missing: apt-get install pgbouncer');
  const target = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'atelier-pooler-'));
  const port = await freePort();
  const logins = join(folder, 'logins');
  const settings = join(folder, 'settings.ini');
  await writeFile(logins, `"${target.username}" "${target.password}"\n`);
  await writeFile(
    settings,
    [
      '[databases]',
      `* = host=${target.hostname} port=${target.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${logins}`,
      `pool_mode = ${mode}`,
      `default_pool_size = ${size}`,
    ].join('\n'),
  );
  // PgBouncer does not work as root; it reads its files as the user that Debian's package of PostgreSQL creates.
  await chmod(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child: ChildProcess = spawn(program, ['-q', ...asUser, settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const url = new URL(databaseUrl);
  url.port = String(port);
  const answers = async () => {
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended at its start:\n${output}`);
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  try {
    await eventually(answers);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: url.href, stop };
};

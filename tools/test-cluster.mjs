// Starts a private PostgreSQL of the operating system for one test run, with its own folder and port and without durability.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const asRoot = () => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, so root runs it as the user that Debian's package creates. */
const runAs = (program, args, options) =>
  asRoot()
    ? execFileSync('runuser', ['-u', 'postgres', '--', program, ...args], options)
    : execFileSync(program, args, options);

const giveToPostgres = (path) => {
  if (!asRoot()) return;
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  chownSync(path, id('-u'), id('-g'));
};

/** Deletes a folder while the caller goes on, because that of some hundred databases takes a minute. */
export const removeBehind = (folder) =>
  spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref();

/** Speeds tests up. A crash of the system may damage the data; with `durable`, a crash of PostgreSQL alone loses nothing. */
const fast = ['fsync=off', 'full_page_writes=off', 'max_connections=300'];

/**
 * Starts the cluster. `pause` and `crash` make it unreachable, `resume` brings it back, and `stop` ends it and deletes its
 * folder.
 */
export const startCluster = async (binaries, { durable = false } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-pg-'));
  giveToPostgres(folder);
  const quiet = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  const data = join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveToPostgres(passwordFile);
  const stop = () => {
    try {
      runAs(join(binaries, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate', '-w'], {
        ...quiet,
        stdio: 'ignore',
      });
    } catch {
      // It never started, or it has already ended.
    }
    removeBehind(folder);
  };
  try {
    const secured = ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    runAs(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'atelier', ...secured, '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
      quiet,
    );
    const port = await freePort();
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      ...fast,
      `synchronous_commit=${durable ? 'on' : 'off'}`,
    ];
    const options = settings.map((setting) => `-c ${setting}`).join(' ');
    const resume = () =>
      runAs(
        join(binaries, 'pg_ctl'),
        ['start', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options],
        quiet,
      );
    const end = (mode) => runAs(join(binaries, 'pg_ctl'), ['stop', '-D', data, '-m', mode, '-w'], quiet);
    const pause = () => end('fast');
    const crash = () => end('immediate');
    resume();
    return { url: `postgres://atelier:${password}@127.0.0.1:${port}/postgres`, pause, crash, resume, stop };
  } catch (error) {
    stop();
    throw error;
  }
};

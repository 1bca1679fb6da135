import { spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

// Behaves like a parser that a malicious file has taken over: it tries everything and reports what succeeded.

export interface Targets {
  /** Files and folders that it must not reach. */
  paths: string[];
  tcpPort: number;
  socketPath: string;
  serverPid: number;
}

const connected = (options: { port: number; host: string } | { path: string }) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(options, () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
    setTimeout(() => reject(new Error('nothing answered')), 2000);
  });

const started = (worker: Worker) =>
  new Promise<void>((resolve, reject) => {
    worker.once('online', resolve).once('error', reject);
  });

const attempts = (file: string, targets: Targets): Record<string, () => unknown> => ({
  'read its own file': () => readFileSync(file),
  ...Object.fromEntries(targets.paths.map((path) => [`read ${path}`, () => readFileSync(path)])),
  'read the environment of the server': () => readFileSync(`/proc/${targets.serverPid}/environ`),
  'list the root': () => readdirSync('/'),
  'list the files of others': () => readdirSync(dirname(dirname(file))),
  'write beside its file': () => writeFileSync(join(dirname(file), 'x'), 'x'),
  'write to the temporary folder': () => writeFileSync(join(tmpdir(), 'atelier-hostile'), 'x'),
  'make a link': () => symlinkSync('/etc/passwd', join(dirname(file), 'link')),
  'open a connection': () => connected({ port: targets.tcpPort, host: '127.0.0.1' }),
  'open the socket of the database': () => connected({ path: targets.socketPath }),
  'see a network': () => {
    if (Object.values(networkInterfaces()).flat().length === 0) throw new Error('there is none');
  },
  'look a name up': () => lookup('localhost'),
  'start a program': () => {
    const { error, status } = spawnSync('/bin/true');
    if (error ?? status !== 0) throw new Error('it did not start');
  },
  'start a thread': () => started(new Worker('', { eval: true })),
  'load a native addon': () => {
    process.dlopen({ exports: {} }, createRequire(import.meta.url).resolve('@node-rs/argon2-linux-x64-gnu'));
  },
  'reach inside Node': () => {
    const binding = Reflect.get(process, 'binding') as (name: string) => unknown;
    return binding('tcp_wrap');
  },
  'run a text as code': () => (Reflect.get(globalThis, 'eval') as (code: string) => unknown)('1'),
  'signal the server': () => process.kill(targets.serverPid, 0),
  'become somebody else': () => process.setuid?.(1),
});

const outcomes = async (file: string, targets: Targets): Promise<string[]> => {
  const succeeded: string[] = [];
  for (const [name, attempt] of Object.entries(attempts(file, targets)))
    try {
      await attempt();
      succeeded.push(name);
    } catch {
      // The attempt was refused, as it should be.
    }
  return succeeded;
};

process.on('message', (message: { type: string; path: string; name: string }) => {
  if (message.type !== 'parse') return;
  void outcomes(message.path, JSON.parse(message.name) as Targets).then((succeeded) => {
    process.send?.({ type: 'batch', blocks: succeeded.map((text) => ({ kind: 'paragraph', text })) });
    process.send?.({ type: 'done' });
  });
});

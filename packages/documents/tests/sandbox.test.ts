import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createParserPool } from '../src/process/index.ts';
import { ParserProcess } from '../src/process/parser-process.ts';
import { type Confinement } from '../src/sandbox/confinement.ts';
import { findConfinement } from '../src/sandbox/find-confinement.ts';
import type { Targets } from './hostile-child.ts';

let folder: string;
let targets: Targets;
const servers: Server[] = [];

const listen = (at: { port: number; host: string } | { path: string }): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.end());
    servers.push(server);
    server.listen(at, () => resolve(server));
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-sandbox-'));
  const keys = join(folder, 'data', 'keys');
  await mkdir(keys, { recursive: true });
  for (const name of ['secrets', 'database', 'operator'])
    await writeFile(join(keys, name), 'a key', { mode: 0o600 });
  await mkdir(join(folder, 'data', 'files'));
  await writeFile(join(folder, 'data', 'files', 'another'), 'a document of somebody else', { mode: 0o600 });
  await mkdir(join(folder, 'data', 'run'), { mode: 0o700 });
  const socketPath = join(folder, 'data', 'run', '.s.PGSQL.5432');
  const tcp = await listen({ port: 0, host: '127.0.0.1' });
  await listen({ path: socketPath });
  await writeFile(join(folder, 'document.txt'), 'harmless', { mode: 0o600 });
  targets = {
    paths: [
      ...['secrets', 'database', 'operator'].map((name) => join(keys, name)),
      join(folder, 'data', 'files', 'another'),
      join(folder, 'document.txt'),
      '/etc/passwd',
      '/proc/self/environ',
      '/proc/1/environ',
    ],
    tcpPort: (tcp.address() as AddressInfo).port,
    socketPath,
    serverPid: process.pid,
  };
  // The child must be stopped by its confinement, and not only by the permissions of the folders.
  for (const path of [folder, join(folder, 'data'), keys]) await chmod(path, 0o755);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

const childEntry = new URL('./hostile-child.ts', import.meta.url);

/** Returns the attempts of a hostile child that succeeded. */
const succeededWith = async (choice: { confinement?: Confinement }): Promise<string[]> => {
  const parser = new ParserProcess({ childEntry, heapMb: 64, deadlineMs: 30_000, ...choice });
  const succeeded: string[] = [];
  const job = { path: join(folder, 'document.txt'), name: JSON.stringify(targets) };
  for await (const { text } of parser.run(job)) succeeded.push(text);
  await parser.kill();
  return succeeded;
};

/** The attempts that Node's own rules do not prevent. */
const leftByNode = ['open a connection', 'see a network', 'look a name up'];

describe('a parser that a file has taken over', () => {
  it('reads its own file and gets nothing else done, where the system keeps it apart', async () => {
    const confinement = await findConfinement(childEntry.pathname);
    const left: Record<Confinement, string[]> = {
      namespaces: [],
      user: leftByNode,
      permissions: [...leftByNode, 'open the socket of the database', 'signal the server'],
    };
    const succeeded = await succeededWith({});
    expect(succeeded.toSorted()).toEqual(['read its own file', ...left[confinement]].toSorted());
  });

  it('reads its own file alone, starts nothing and writes nothing, by Node’s rules alone', async () => {
    const succeeded = await succeededWith({ confinement: 'permissions' });
    const allowed = [
      ...leftByNode,
      'open the socket of the database',
      'signal the server',
      'become somebody else',
    ];
    expect(succeeded).toContain('read its own file');
    expect(succeeded.filter((name) => name !== 'read its own file' && !allowed.includes(name))).toEqual([]);
  });

  it('never gets a file of another owner to read', async () => {
    const pool = createParserPool({
      childEntry: new URL('./counting-child.ts', import.meta.url),
      concurrency: 1,
    });
    const filesOfChild = async (owner: string) => {
      const counts: string[] = [];
      for await (const { text } of pool.parse({ path: join(folder, 'document.txt'), name: 'a.txt', owner }))
        counts.push(text);
      return counts.join();
    };
    const counts: string[] = [];
    for (const owner of ['ada', 'ada', 'grace', 'ada', 'ada']) counts.push(await filesOfChild(owner));
    expect(counts).toEqual(['1', '2', '1', '1', '2']);
    await pool.close();
  });

  it('leaves nothing of what it was given behind', async () => {
    const parser = new ParserProcess({ childEntry, heapMb: 64, deadlineMs: 30_000 });
    const job = { path: join(folder, 'document.txt'), name: JSON.stringify(targets) };
    for await (const block of parser.run(job)) expect(block.text).not.toBe('');
    const ours = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith(`atelier-parser-${process.pid}-`));
    expect(await ours()).toHaveLength(1);
    await parser.kill();
    expect(await ours()).toEqual([]);
  });
});

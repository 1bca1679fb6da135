import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { root } from '../tests/plant.ts';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
};

const folder = mkdtempSync(join(tmpdir(), 'atelier-dev-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('npm run dev serves the sources of the browser side, passes calls on to the server, takes a changed source over on the same database, and ends all', async () => {
  const [api, web] = [await freePort(), await freePort()];
  const dev = spawn(process.execPath, [join(root, 'tools', 'dev.mjs')], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(api),
      WEB_PORT: String(web),
      ATELIER_DATA: join(folder, 'data'),
      EMBEDDING_WEIGHTS_FROM: 'off',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  dev.stdout?.on('data', (text: Buffer) => {
    printed += text.toString();
  });
  const greetings = () => printed.split('Ctrl-C').length - 1;
  const pidFile = join(folder, 'data', 'postgres', 'postmaster.pid');
  const databasePid = () => readFileSync(pidFile, 'utf8').split('\n')[0];
  const ended = once(dev, 'exit');
  const ask = (path: string) => fetch(`http://127.0.0.1:${web}${path}`).catch(() => undefined);
  await expect
    .poll(async () => (await ask('/api/health'))?.status, { timeout: 100_000, interval: 500 })
    .toBe(200);
  expect(await (await ask('/src/main.tsx'))?.text()).toContain('import');
  await expect.poll(greetings, { timeout: 20_000 }).toBe(1);
  const pid = databasePid();
  const source = join(root, 'apps', 'server', 'src', 'greeting.ts');
  utimesSync(source, new Date(), new Date());
  await expect.poll(greetings, { timeout: 60_000, interval: 200 }).toBe(2);
  expect((await ask('/api/health'))?.status).toBe(200);
  expect(databasePid()).toBe(pid);
  dev.kill('SIGTERM');
  await ended;
  expect(existsSync(pidFile)).toBe(false);
  expect(await ask('/')).toBeUndefined();
  await expect(fetch(`http://127.0.0.1:${api}/api/health`)).rejects.toThrow('fetch failed');
}, 240_000);

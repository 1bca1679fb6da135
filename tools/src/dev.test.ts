import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
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

it('npm run dev serves the sources of the browser side, passes calls on to the server, and ends both', async () => {
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
    stdio: 'ignore',
  });
  const ended = once(dev, 'exit');
  const ask = (path: string) => fetch(`http://127.0.0.1:${web}${path}`).catch(() => undefined);
  await expect
    .poll(async () => (await ask('/api/health'))?.status, { timeout: 100_000, interval: 500 })
    .toBe(200);
  expect(await (await ask('/src/main.tsx'))?.text()).toContain('import');
  dev.kill('SIGTERM');
  await ended;
  expect(await ask('/')).toBeUndefined();
  await expect(fetch(`http://127.0.0.1:${api}/api/health`)).rejects.toThrow('fetch failed');
}, 120_000);

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The program next to the entry that the package exports. */
const bin = join(dirname(createRequire(import.meta.url).resolve('chromadb')), '..', 'cli.mjs');

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/api/v2/heartbeat`).then(
    (response) => response.ok,
    () => false,
  );

export interface RunningChroma {
  url: string;
  close(): Promise<void>;
}

/** Starts the real Chroma server on loopback with a folder of its own. */
export const startChroma = async (): Promise<RunningChroma> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-chroma-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [bin, 'run', '--path', folder, '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: { ...process.env, ANONYMIZED_TELEMETRY: 'False' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + 30_000;
  while (!(await isUp(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('Chroma did not start.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Starts a proxy in front of Chroma that asks for a token, because Chroma has no users of its own. */
export const startGate = async (target: string, token: string): Promise<RunningChroma> => {
  const server = createServer((request, response) => {
    if (request.headers['x-chroma-token'] !== token) {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'AuthError', message: 'Unauthenticated' }));
      return;
    }
    const { method, headers } = request;
    const forwarded = httpRequest(`${target}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

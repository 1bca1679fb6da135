// A server with a few kinds of runs, which tests kill. It accepts starts and signals over HTTP, and calls an echo server.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { AppError } from '../../../src/kernel/base/errors.ts';
import { loadConfig } from '../../../src/kernel/config/config.ts';
import { createContext } from '../../../src/kernel/context/create-context.ts';
import { silentLog } from '../../../src/kernel/log/log.ts';
import { defineModule } from '../../../src/kernel/module/module.ts';
import { defineRun } from '../../../src/kernel/runs/definition/define-run.ts';
import type { RunContext } from '../../../src/kernel/runs/definition/run-context.ts';
import { startHere } from '../../../src/kernel/runs/execution/start-here.ts';
import { sendSignal } from '../../../src/kernel/runs/start/signals.ts';
import { startServer } from '../../../src/kernel/start/start-server.ts';

interface Settings {
  databaseUrl: string;
  dataFolder: string;
  roles: 'api' | 'worker';
  port: number;
  echo: string;
  leaseMs: number;
}

const settings = JSON.parse(process.argv.at(-1) ?? '{}') as Settings;

const shapes = ['plain', 'timer', 'signal', 'child', 'mixed'] as const;
const Input = z.object({ n: z.number(), shape: z.enum(shapes) });

const call = (run: RunContext, name: string, value: number) =>
  run.outward(name, {}, async ({ key, signal }) => {
    const reply = await fetch(settings.echo, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: JSON.stringify({ value }),
      signal,
    });
    return z.object({ value: z.number() }).parse(await reply.json()).value;
  });

const leaf = defineRun({
  kind: 'faults.leaf',
  version: 1,
  input: z.object({ n: z.number() }),
  output: z.number(),
  run: async (run, { n }) => {
    const first = await call(run, 'first', n);
    const second = await run.step('second', () => first + 1);
    return call(run, 'third', second);
  },
});

const three = defineRun({
  kind: 'faults.three',
  version: 1,
  input: Input,
  output: z.number(),
  run: async (run, { n, shape }) => {
    let value = await call(run, 'first', n);
    if (shape === 'timer' || shape === 'mixed') await run.sleep('pause', 50 + (n % 7) * 60);
    if (shape === 'signal' || shape === 'mixed') value += await run.waitFor('go', { schema: z.number() });
    if (shape === 'child' || shape === 'mixed') value += await run.child('leaf', leaf, { n });
    value = await run.step('second', () => value + 1);
    return call(run, 'third', value);
  },
});

const { services, container, pool } = await startServer({
  config: loadConfig({
    ATELIER_DATA: settings.dataFolder,
    DATABASE_URL: settings.databaseUrl,
    ATELIER_ROLES: settings.roles,
    PORT: '0',
    DATABASE_POOL_SIZE: '8',
  }),
  log: silentLog(),
  modules: [defineModule({ name: 'faults', runs: [three, leaf] })],
  createAuthenticate: () => () => Promise.reject(new Error('nobody asks')),
  version: 'faults',
  migrationsDirectory: fileURLToPath(new URL('../../../migrations', import.meta.url)),
  pagesDirectory: settings.dataFolder,
  computeEntry: '',
  runLeaseMs: settings.leaseMs,
});
const contextOf = (tenantId: string) =>
  createContext({ pool, container, services, tenantId, actor: { kind: 'system', name: 'faults' } });

const Order = z.union([
  z.object({ tenantId: z.string(), start: Input }),
  z.object({
    tenantId: z.string(),
    signal: z.object({ runId: z.string(), payload: z.number(), id: z.string() }),
  }),
]);

const obey = async (body: string): Promise<unknown> => {
  const order = Order.parse(JSON.parse(body));
  const ctx = contextOf(order.tenantId);
  if ('start' in order) return startHere(ctx, three, { input: order.start });
  const { signal } = order;
  // The reply to an earlier attempt may have been lost, and the run may have ended since.
  return ctx
    .tx((tx) => sendSignal(tx, { ...signal, name: 'go' }))
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'run.already_finished') return false;
      throw error;
    });
};

createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    obey(body).then(
      (reply) => response.end(JSON.stringify({ reply })),
      (error: unknown) => {
        response.statusCode = 503;
        response.end(JSON.stringify({ error: error instanceof Error ? error.message : 'unknown' }));
      },
    );
  });
}).listen(settings.port, '127.0.0.1', () => process.stdout.write('ready\n'));

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Client } from '../src/client.ts';
import { type Cluster, openCluster } from '../src/cluster.ts';
import { eventually } from '../src/eventually.ts';
import { loop, parallel, type Step, step, webhookFlow } from '../src/flows/flow-steps.ts';
import { type Product, startProduct } from '../src/product.ts';
import { type EchoServer, startEcho } from '../src/runs/echo-server.ts';
import { randomOf } from '../src/runs/random.ts';

/** `FLOW_KILLS=30` for the whole number; fewer in the usual run, because each costs a start of the server. */
const moments = Number(process.env['FLOW_KILLS'] ?? 6);
const atOnce = 200;

interface TestBed {
  cluster: Cluster;
  api: Product;
  worker: Product;
}

const restart = async (...products: Product[]) => {
  for (const product of products) await product.kill('SIGKILL');
  for (const product of products) await product.start();
};

const faults: Record<string, (testBed: TestBed) => Promise<unknown>> = {
  'worker killed': ({ worker }) => restart(worker),
  'PostgreSQL restarted': async ({ cluster }) => {
    cluster.pause();
    cluster.resume();
  },
  'api killed': ({ api }) => restart(api),
  'PostgreSQL crashed': async ({ cluster }) => {
    cluster.crash();
    cluster.resume();
  },
  'both killed': ({ api, worker }) => restart(api, worker),
};

const call = { names: ['Ada', 'Grace'] };
const smallBody = JSON.stringify(call);
/** A body that is kept in a file of its run. */
const largeBody = JSON.stringify({ ...call, padding: 'x'.repeat(300_000) });
const largeEvery = 10;

/** Starts runs without end, and keeps the wanted number of them open. */
class Load {
  readonly acknowledged = new Set<string>();
  #isOver = false;

  async keepUp(origin: string, flowIds: readonly string[], countOpen: () => Promise<number>): Promise<void> {
    for (let next = 0; !this.#isOver; ) {
      const missing = atOnce - (await countOpen().catch(() => atOnce));
      const starts = Array.from({ length: Math.max(0, Math.min(missing, 20)) }, () => {
        next += 1;
        const url = `${origin}/api/orchestrator/webhooks/${flowIds[next % flowIds.length] ?? ''}`;
        return this.#startOne(url, next % largeEvery === 0 ? largeBody : smallBody);
      });
      await Promise.all(starts);
      await sleep(50);
    }
  }

  /** A run counts as acknowledged once the answer has arrived. */
  async #startOne(url: string, body: string): Promise<void> {
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      const { responseData } = (await reply.json()) as { responseData: { runId: string } | null };
      if (reply.status === 202 && responseData) this.acknowledged.add(responseData.runId);
    } catch {
      // The server was just killed.
    }
  }

  end(): void {
    this.#isOver = true;
  }
}

const callTo = (echo: EchoServer) => (name: string, body: string) =>
  step(name, 'http', 'send_request', { method: 'POST', url: echo.address, body, failOnError: true });
const retried = (one: Step): Step => ({
  ...one,
  settings: { ...(one['settings'] as object), errorHandlingOptions: { retryOnFailure: true } },
});
const pause = (name: string) => step(name, 'delay', 'delay_for', { seconds: 0.4 });

const publish = async (client: Client, name: string, steps: readonly Step[]): Promise<string> => {
  const { flowId } = await client.post<{ flowId: string }>(
    '/api/orchestrator/flows',
    webhookFlow(name, steps),
  );
  await client.post(`/api/orchestrator/flows/${flowId}/publish`, {});
  return flowId;
};

/** Publishes flows with a join, a loop, waits and a sub-flow. Returns the numbers of calls that their runs make themselves. */
const publishAll = async (client: Client, echo: EchoServer): Promise<Map<string, number>> => {
  const call = callTo(echo);
  const joined = await publish(client, 'Join', [
    call('step_1', 'first'),
    parallel('step_2', [
      [call('step_3', 'left'), pause('step_4'), call('step_5', 'left again')],
      [loop('step_6', '{{trigger.body.names}}', [call('step_7', '{{step_6.item}}'), pause('step_8')])],
    ]),
    call('step_9', 'after the join'),
  ]);
  const inner = await publish(client, 'Inner', [pause('step_1'), retried(call('step_2', 'inner'))]);
  const outer = await publish(client, 'Outer', [
    call('step_1', 'before'),
    step('step_2', 'sub-flow', 'call_flow', { flowId: inner, input: null, wait: true }),
    call('step_3', 'after'),
  ]);
  return new Map([
    [joined, 6],
    [inner, 1],
    [outer, 2],
  ]);
};

const withTestBed = async (work: (testBed: TestBed, echo: EchoServer) => Promise<void>) => {
  const [cluster, echo] = [await openCluster({ durable: true }), await startEcho()];
  const products: Product[] = [];
  const start = async (choice: Parameters<typeof startProduct>[0]) => {
    const product = await startProduct({ ...choice, env: { OUTBOUND_ALLOW: new URL(echo.address).host } });
    products.push(product);
    return product;
  };
  try {
    const databaseUrl = await cluster.newDatabase();
    const api = await start({ databaseUrl, roles: 'api' });
    const worker = await start({ databaseUrl, roles: 'worker', dataFolder: api.dataFolder });
    await work({ cluster, api, worker }, echo);
  } finally {
    for (const product of products.toReversed()) await product.close();
    await echo.close();
    cluster.stop();
  }
};

describe('two hundred running flows', () => {
  it(`all end, with each call made once and each join run once, through kills and restarts at ${moments} random moments`, {
    timeout: 120_000 + moments * 30_000,
  }, async () => {
    await withTestBed(async (testBed, echo) => {
      const { api } = testBed;
      const { client } = await api.signUp();
      const calls = await publishAll(client, echo);
      const rows = () =>
        api.sql<{ id: string; kind: string; subject_id: string; status: string; cause: unknown }>(
          `select id, kind, subject_id, status, cause from runs where kind like 'flows.%'`,
        );
      const isOpen = ({ status }: { status: string }) =>
        !['COMPLETED', 'FAILED', 'CANCELLED'].includes(status);
      const countOpen = async () =>
        (await rows()).filter((run) => isOpen(run) && run.kind === 'flows.run').length;
      const load = new Load();
      const supply = load.keepUp(api.origin, [...calls.keys()], countOpen);
      await eventually(async () => (await countOpen()) >= atOnce / 2, { within: 60_000, what: 'The load' });
      const random = randomOf(23);
      const names = Object.keys(faults);
      for (let moment = 0; moment < moments; moment += 1) {
        await sleep(random() * 2000);
        await faults[names[moment % names.length] ?? '']?.(testBed);
      }
      load.end();
      await supply;
      const stuck = async () => (await rows()).filter(isOpen);
      await eventually(async () => (await stuck()).length === 0, {
        within: 120_000,
        what: 'The end of all runs',
      }).catch(() => undefined);
      expect(await stuck()).toEqual([]);

      const runs = await rows();
      expect(runs.filter(({ status }) => status !== 'COMPLETED')).toEqual([]);
      const ids = new Set(runs.map(({ id }) => id));
      expect([...load.acknowledged].filter((id) => !ids.has(id))).toEqual([]);
      expect(load.acknowledged.size).toBeGreaterThan(atOnce);

      // Each call has one key, however often it was tried: a step that ran twice would have brought another one.
      const wanted = runs.reduce(
        (sum, { kind, subject_id: flowId }) => sum + (kind === 'flows.run' ? (calls.get(flowId) ?? 0) : 0),
        0,
      );
      expect(echo.effects.size).toBe(wanted);
      expect([...echo.effects.values()].filter((count) => count !== 1)).toEqual([]);
      const journal = await api.sql<{ run_id: string; name: string; key: string; at: Date }>(
        'select run_id, name, key, at from run_journal where key is not null',
      );
      const repeated = journal.filter(({ key, at }) =>
        (echo.calls.get(key) ?? []).some((moment) => moment > at.getTime() + 1),
      );
      expect(repeated).toEqual([]);
      const joins = journal.filter(({ name }) => name === 'step_9').map(({ run_id: id }) => id);
      expect(new Set(joins).size).toBe(joins.length);
    });
  });
});

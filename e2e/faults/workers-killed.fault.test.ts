import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Client } from '../src/client.ts';
import { type Cluster, openCluster } from '../src/cluster.ts';
import { eventually } from '../src/eventually.ts';
import { type AgentModel, startAgentModel } from '../src/fakes/agent-model.ts';
import { type Product, startProduct } from '../src/product.ts';
import { type EchoServer, startEcho } from '../src/runs/echo-server.ts';
import { randomOf } from '../src/runs/random.ts';

/** `WORKER_KILLS=30` for many; fewer in the usual run, because each costs a start of the server. */
const moments = Number(process.env['WORKER_KILLS'] ?? 5);
const inputs = 100;

interface TestBed {
  cluster: Cluster;
  api: Product;
  worker: Product;
}

const restart = async (...products: Product[]) => {
  for (const product of products) await product.kill('SIGKILL');
  for (const product of products) await product.start();
};

const faults: ((testBed: TestBed) => Promise<unknown>)[] = [
  ({ worker }) => restart(worker),
  async ({ cluster }) => {
    cluster.crash();
    cluster.resume();
  },
  ({ api }) => restart(api),
  async ({ cluster }) => {
    cluster.pause();
    cluster.resume();
  },
  ({ api, worker }) => restart(api, worker),
];

const withTestBed = async (
  work: (testBed: TestBed, echo: EchoServer, model: AgentModel) => Promise<void>,
): Promise<void> => {
  const [cluster, echo] = [await openCluster({ durable: true }), await startEcho()];
  const model = await startAgentModel(({ task }) => ({ text: `Done: ${task.split('\n')[0]}` }));
  const env = { OUTBOUND_ALLOW: [echo, model].map(({ address }) => new URL(address).host).join(',') };
  const products: Product[] = [];
  const start = async (choice: Parameters<typeof startProduct>[0]) => {
    const product = await startProduct({ ...choice, env });
    products.push(product);
    return product;
  };
  try {
    const databaseUrl = await cluster.newDatabase();
    const api = await start({ databaseUrl, roles: 'api' });
    const worker = await start({ databaseUrl, roles: 'worker', dataFolder: api.dataFolder });
    await work({ cluster, api, worker }, echo, model);
  } finally {
    for (const product of products.toReversed()) await product.close();
    await model.close();
    await echo.close();
    cluster.stop();
  }
};

const deploy = async (client: Client, body: object): Promise<string> =>
  (await client.post<{ workerId: string }>('/api/worker/workers', body)).workerId;

/** Makes an agent, a worker that takes what is passed on, and one that appends to a table, sends and mails its result and passes it on. */
const makeWorkers = async (client: Client, modelId: string, echo: EchoServer) => {
  const settings = { name: 'Clerk', instructions: 'You answer.', modelId };
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', settings);
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  const next = await deploy(client, { name: 'Next', agentId });
  const outputs = [
    { kind: 'TABLE', name: 'Results' },
    { kind: 'WEBHOOK', url: echo.address },
    { kind: 'MAIL', to: ['desk@example.com'] },
    { kind: 'WORKER', workerId: next },
  ];
  return { first: await deploy(client, { name: 'First', agentId, outputs }), next };
};

/** Gives an input until the server has acknowledged it. */
const give = async (client: Client, workerId: string, at: number): Promise<string> => {
  const body = { workerId, input: `Input ${at}.`, idempotencyKey: `input-${at}` };
  for (;;) {
    try {
      return (await client.post<{ recordId: string }>('/api/worker/trigger-worker', body)).recordId;
    } catch {
      await sleep(200);
    }
  }
};

interface Counts {
  total: number;
  pending: number;
  completed: number;
  errored: number;
  failed: number;
}

describe('a hundred records', () => {
  it(`end once each and are delivered once by their key, through kills and restarts at ${moments} random moments`, {
    timeout: 240_000 + moments * 60_000,
  }, async () => {
    await withTestBed(async (testBed, echo, model) => {
      const { api } = testBed;
      const { client } = await api.signUp();
      const { first, next } = await makeWorkers(client, await model.offerTo(client), echo);
      const stored = (workerId: string) =>
        api.sql<{ id: string; status: string; run: string | null }>(
          `select r.id, r.status, u.status as run from worker_records r left join runs u on u.id = r.run_id
           where r.worker_id = '${workerId}'`,
        );

      const acknowledged = new Set<string>();
      const supply = Promise.all(
        Array.from({ length: inputs }, async (_, at) => {
          await sleep(at * 60);
          acknowledged.add(await give(client, first, at));
        }),
      );
      const random = randomOf(47);
      // What the dashboard says is always one moment of what is stored.
      const dishonest: Counts[] = [];
      for (let moment = 0; moment < moments; moment += 1) {
        await sleep(500 + random() * 2000);
        await faults[moment % faults.length]?.(testBed);
        const read = client.get<{ records: Counts }>(`/api/worker/workers/${first}`);
        const counts = await read.then(({ records }) => records).catch(() => undefined);
        const sum = counts && counts.pending + counts.completed + counts.errored + counts.failed;
        if (counts && sum !== counts.total) dishonest.push(counts);
      }
      await supply;
      const open = async () =>
        [...(await stored(first)), ...(await stored(next))].filter(({ status }) => status === 'PENDING');
      await eventually(async () => (await stored(next)).length === inputs && (await open()).length === 0, {
        within: 150_000,
        what: 'The end of all records',
      }).catch(() => undefined);

      expect(dishonest).toEqual([]);
      expect(acknowledged.size).toBe(inputs);
      const [mine, passed] = [await stored(first), await stored(next)];
      expect(mine.filter(({ status, run }) => status !== 'COMPLETED' || run !== 'COMPLETED')).toEqual([]);
      expect(passed.filter(({ status, run }) => status !== 'COMPLETED' || run !== 'COMPLETED')).toEqual([]);
      expect({ mine: mine.length, passed: passed.length }).toEqual({ mine: inputs, passed: inputs });
      expect(new Set(mine.map(({ id }) => id))).toEqual(acknowledged);

      // One key, one row and one mail for each record.
      const keys = [...echo.calls.keys()].map((key) => key.split('/')[0] ?? '');
      expect(keys.toSorted()).toEqual([...acknowledged].toSorted());
      const rows = await api.sql<{ record: string }>('select record_id as record from worker_table_rows');
      expect(rows.map(({ record }) => record).toSorted()).toEqual([...acknowledged].toSorted());
      const mails = await api.sql(`select id from mail_outbox where to_address = 'desk@example.com'`);
      expect(mails).toHaveLength(inputs);
      const runs = await api.sql<{ id: string }>(`select id from runs where kind = 'workers.record'`);
      expect(runs).toHaveLength(2 * inputs);
      const { records } = await client.get<{ records: Counts }>(`/api/worker/workers/${first}`);
      expect(records).toMatchObject({ total: inputs, completed: inputs, pending: 0, errored: 0, failed: 0 });
    });
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Client } from '../src/client.ts';
import { type Cluster, openCluster } from '../src/cluster.ts';
import { eventually } from '../src/eventually.ts';
import {
  type AgentModel,
  type AgentTurn,
  type Conversation,
  startAgentModel,
} from '../src/fakes/agent-model.ts';
import { type Product, startProduct } from '../src/product.ts';
import { type EchoServer, startEcho } from '../src/runs/echo-server.ts';
import { randomOf } from '../src/runs/random.ts';

/** `AGENT_KILLS=30` for many; fewer in the usual run, because each costs a start of the server. */
const moments = Number(process.env['AGENT_KILLS'] ?? 6);
const atOnce = 50;
const waitingRuns = 8;

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
    cluster.pause();
    cluster.resume();
  },
  ({ api }) => restart(api),
  async ({ cluster }) => {
    cluster.crash();
    cluster.resume();
  },
  ({ api, worker }) => restart(api, worker),
  // The processes lose their runs while they work on, and while the database answers all their other questions.
  ({ api }) =>
    api.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'atelier runs %'`),
];

const sum = (first: number): [string, object] => ['calculate', { first, operation: 'ADD', second: 1 }];

/** The supervisor of a crew plans, hands two tasks out at once, and answers. One of those who work writes a note, the other sends a request. */
const crewTurn = ({ instructions, task, turn }: Conversation, echo: EchoServer): AgentTurn => {
  if (instructions.includes('COUNTER'))
    return turn === 0 ? { calls: [['write_note', { text: `Counted for ${task}.` }]] } : { text: 'Counted.' };
  if (instructions.includes('SENDER'))
    return turn === 0
      ? { calls: [['send_request', { method: 'POST', url: echo.address, body: task }]] }
      : { text: 'Sent.' };
  const steps = [{ task: 'Count and send', state: 'UNDER_WAY' }];
  const turns: AgentTurn[] = [
    { calls: [['plan_work', { steps }]] },
    {
      calls: [
        ['delegate_task', { member: 'Counter', task: `Count for ${task}` }],
        ['delegate_task', { member: 'Sender', task: `Send for ${task}` }],
      ],
    },
    { calls: [['read_notes', { after: 0 }]] },
  ];
  return turns[turn] ?? { text: `Done: ${task}` };
};

/** The leader computes, sends one request, asks its helper and answers; the helper computes and answers. */
const startModel = (echo: EchoServer): Promise<AgentModel> =>
  startAgentModel((conversation) => {
    const { instructions, task, turn, tools } = conversation;
    if (instructions.includes('CREW')) return crewTurn(conversation, echo);
    if (instructions.includes('HELPER'))
      return turn === 0 ? { calls: [sum(3)] } : { text: 'The helper says four.' };
    const helper = tools.find((name) => name.includes('helper')) ?? 'helper';
    const turns = [
      { calls: [sum(1), sum(2)] },
      { calls: [['send_request', { method: 'POST', url: echo.address, body: task }] as [string, object]] },
      { calls: [[helper, { task: `Help with ${task}.` }] as [string, object]] },
    ];
    return turns[turn] ?? { text: `Done: ${task}` };
  });

const makeAgent = async (client: Client, settings: object): Promise<string> => {
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', settings);
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  return agentId;
};

/** Makes a helper and two leaders, of which the second asks a person before it sends its request. */
const makeAgents = async (client: Client, modelId: string) => {
  const helper = await makeAgent(client, {
    name: 'helper',
    instructions: 'You are the HELPER.',
    modelId,
    tools: { toolList: [{ _id: 'tol_calculate' }] },
  });
  const leader = {
    instructions: 'You lead.',
    modelId,
    tools: { toolList: [{ _id: 'tol_calculate' }, { _id: 'tol_send_request' }] },
    agentIds: [helper],
  };
  return {
    free: await makeAgent(client, { ...leader, name: 'Free', approval: 'NEVER' }),
    asking: await makeAgent(client, { ...leader, name: 'Asking', approval: 'ALWAYS' }),
  };
};

/** Makes a crew of three: a supervisor, one that counts and writes notes, and one that sends requests without being asked. */
const makeCrew = async (client: Client, modelId: string): Promise<string> => {
  const part = (name: string, settings: object = {}) =>
    makeAgent(client, { name, instructions: `You are the ${name.toUpperCase()}.`, modelId, ...settings });
  const supervisor = { agentId: await part('Supervisor') };
  const subordinates = [
    await part('Counter'),
    await part('Sender', { approval: 'NEVER', tools: { toolList: [{ _id: 'tol_send_request' }] } }),
  ];
  const { crewId } = await client.post<{ crewId: string }>('/api/crew/agent-crew', {
    ...{ name: 'Desk', instructions: 'You belong to the CREW.', supervisor, subordinates },
    budget: { turns: 20 },
  });
  await client.post(`/api/crew/agents/${crewId}/publish`, {});
  return crewId;
};

const startRun = async (client: Client, agentId: string, input: string): Promise<string | undefined> => {
  try {
    const { runId } = await client.post<{ runId: string }>('/api/crew/agent-runs', { agentId, input });
    return runId;
  } catch {
    // The server was just killed: the run is not acknowledged.
    return undefined;
  }
};

const withTestBed = async (
  work: (testBed: TestBed, echo: EchoServer, model: AgentModel) => Promise<void>,
): Promise<void> => {
  const [cluster, echo] = [await openCluster({ durable: true }), await startEcho()];
  const model = await startModel(echo);
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

interface Row {
  id: string;
  subject_id: string;
  status: string;
}

interface RunDetails {
  status: string;
  steps: { type: string; status?: string; approvalToken?: string | null }[];
}

const isOpen = ({ status }: Row) => !['COMPLETED', 'FAILED', 'CANCELLED'].includes(status);

describe('fifty running agents', () => {
  it(`all end, pay each reply once and send each request at most once, through kills and restarts at ${moments} random moments`, {
    timeout: 180_000 + moments * 40_000,
  }, async () => {
    await withTestBed(async (testBed, echo, model) => {
      const { api } = testBed;
      const { client } = await api.signUp();
      const modelId = await model.offerTo(client);
      const agents = await makeAgents(client, modelId);
      const crewId = await makeCrew(client, modelId);
      const rows = () => api.sql<Row>(`select id, subject_id, status from runs where kind = 'agents.run'`);
      const openOf = async (agentId: string) =>
        (await rows()).filter((run) => isOpen(run) && run.subject_id === agentId).length;

      const waiting: string[] = [];
      for (let at = 0; at < waitingRuns; at += 1)
        waiting.push((await startRun(client, agents.asking, `waiting task ${at}`)) ?? '');
      const detailsOf = (runId: string) => client.get<RunDetails>(`/api/crew/agent-runs/${runId}`);
      const isAsking = async (runId: string) =>
        (await detailsOf(runId)).steps.some(({ status }) => status === 'WAITING');
      await eventually(async () => (await Promise.all(waiting.map(isAsking))).every(Boolean), {
        within: 60_000,
        what: 'The questions',
      });

      const acknowledged = new Set<string>();
      let isOver = false;
      const supply = (async () => {
        for (let next = 0; !isOver; ) {
          const open = async () => (await openOf(agents.free)) + (await openOf(crewId));
          const missing = atOnce - (await open().catch(() => atOnce));
          const starts = Array.from({ length: Math.max(0, Math.min(missing, 10)) }, () => {
            next += 1;
            return startRun(client, next % 4 === 0 ? crewId : agents.free, `task ${next}`);
          });
          for (const runId of await Promise.all(starts)) if (runId !== undefined) acknowledged.add(runId);
          await sleep(50);
        }
      })();
      await eventually(async () => (await openOf(agents.free)) >= atOnce / 2, {
        within: 60_000,
        what: 'The load',
      });
      const random = randomOf(31);
      for (let moment = 0; moment < moments; moment += 1) {
        await sleep(random() * 2000);
        await faults[moment % faults.length]?.(testBed);
      }
      isOver = true;
      await supply;

      // Each of these waits for its decision still, and then makes the call that it asked about.
      for (const runId of waiting) {
        const { status, steps } = await detailsOf(runId);
        expect({ runId, status }).toEqual({ runId, status: 'WAITING' });
        const token = steps.find((step) => step.status === 'WAITING')?.approvalToken ?? '';
        await client.post(`/api/crew/agent-approvals/${token}`, { decision: 'APPROVED' });
      }
      const stuck = async () => (await rows()).filter(isOpen);
      await eventually(async () => (await stuck()).length === 0, {
        within: 120_000,
        what: 'The end of all runs',
      }).catch(() => undefined);
      expect(await stuck()).toEqual([]);

      const runs = await rows();
      expect(runs.filter(({ status }) => status !== 'COMPLETED')).toEqual([]);
      const ids = new Set(runs.map(({ id }) => id));
      expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
      expect(acknowledged.size).toBeGreaterThan(atOnce);

      // Each request has a key of its own. One that was being sent when a process died is not sent again.
      expect([...echo.calls.values()].filter(({ length }) => length !== 1)).toEqual([]);
      const senders = [...Object.values(agents), crewId];
      const leading = runs.filter(({ subject_id: id }) => senders.includes(id)).length;
      expect(echo.calls.size).toBeLessThanOrEqual(leading);
      expect(echo.calls.size).toBeGreaterThan(leading * 0.8);

      // What a crew is given happens once: two tasks and one note in each run, and never more turns than its budget has.
      const crewRuns = await api.sql<{ tasks: number; notes: number; turns: number }>(
        `select (select count(*)::int from runs c where c.parent_id = r.id) as tasks,
          (select count(*)::int from crew_notes n where n.run_id = r.id) as notes,
          (select count(*)::int from run_journal j join runs c on c.id = j.run_id
            where j.name like 'turn %' and (c.id = r.id or c.parent_id = r.id)) as turns
        from runs r where r.subject_id = '${crewId}'`,
      );
      expect(crewRuns.length).toBeGreaterThan(5);
      expect(crewRuns.filter(({ tasks, notes, turns }) => tasks !== 2 || notes !== 1 || turns > 20)).toEqual(
        [],
      );

      // Each recorded reply is paid once, and nothing else is.
      const [paid] = await api.sql<{ replies: number; payments: number; charges: number; sum: number }>(
        `select
          (select count(*)::int from run_journal where name like 'turn %') as replies,
          (select count(*)::int from run_journal where name like '@payment/%') as payments,
          (select count(*)::int from ledger_transactions where kind = 'SETTLE') as charges,
          (select coalesce(sum(amount), 0)::int from ledger_entries) as sum`,
      );
      expect(paid).toEqual({
        replies: paid?.replies,
        payments: paid?.replies,
        charges: paid?.replies,
        sum: 0,
      });
      expect(paid?.replies).toBeGreaterThan(runs.length);
    });
  });
});

import type { AgentRunDetails } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { eventually } from '../../../../../tests/eventually.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import {
  type Script,
  type ScriptedTurn,
  startScriptedModel,
} from '../../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let site: FakeServer;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  site = await startFakeServer((_request, response) => void response.end('ok'));
  const allowed = [model, site].map(({ origin }) => new URL(origin).host).join(',');
  server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed } });
  ({ client } = await server.signUp());
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await model.close();
  await site.close();
});

type Settings = Partial<Parameters<typeof client.call<typeof agents.endpoints.create>>[1]['body']>;
type Budget = { turns?: number; credits?: number };

const makeAgent = async (name: string, settings: Settings = {}) => {
  const body = { instructions: `You are ${name}.`, ...settings, name: `${name} ${crypto.randomUUID()}` };
  const made = await client.call(agents.endpoints.create, { body });
  await client.call(agents.endpoints.publish, { params: { id: made.agentId } });
  return made;
};

/** Makes a crew of Lead, Ann and Bob. */
const makeCrew = async ({ budget = {}, of = {} }: { budget?: Budget; of?: Settings } = {}) => {
  const [lead, ann, bob] = [await makeAgent('Lead'), await makeAgent('Ann', of), await makeAgent('Bob', of)];
  const { crewId } = await client.call(crews.endpoints.create, {
    body: {
      ...{ name: `Crew ${crypto.randomUUID()}`, instructions: 'We are the desk.', budget },
      ...{ supervisor: { agentId: lead.agentId }, subordinates: [ann.agentId, bob.agentId] },
    },
  });
  await client.call(agents.endpoints.publish, { params: { id: crewId } });
  return { crewId, lead: lead.name, ann: ann.name, bob: bob.name };
};

interface Seen {
  who: string;
  turn: number;
  task: string;
  last: string;
  system: string;
  tools: string[];
}

/** Lets each agent answer by its name. */
const play = (parts: Record<string, (seen: Seen) => ScriptedTurn | Promise<ScriptedTurn>>) => {
  const asked: Seen[] = [];
  script = ({ messages, turn, tools }) => {
    const system = String(messages[0]?.content);
    const who = /You are (\w+)\./.exec(system)?.[1] ?? '';
    const task = String(messages.find(({ role }) => role === 'user')?.content);
    const seen = {
      ...{ who, turn, task, last: String(messages.at(-1)?.content), system },
      tools: tools.map((tool) => tool.function.name),
    };
    asked.push(seen);
    return parts[who]?.(seen) ?? { text: `${who} is done.` };
  };
  return asked;
};

const start = async (agentId: string, input = 'Solve it.') =>
  (await client.call(agentRuns.endpoints.start, { body: { agentId, input } })).runId;
const read = (runId: string) => client.call(agentRuns.endpoints.get, { params: { runId } });
const workOf = (runId: string) => client.call(crews.endpoints.work, { params: { runId } });
const ended = (runId: string): Promise<AgentRunDetails> =>
  eventually(async () => {
    const run = await read(runId);
    return run.endedAt === null ? undefined : run;
  });
const delegate = (member: string, task: string): [string, unknown] => ['delegate_task', { member, task }];

describe('a crew at work', () => {
  it('plans, hands tasks out side by side, shares notes, and answers', async () => {
    const { crewId, lead, ann, bob } = await makeCrew();
    const both = Promise.withResolvers<undefined>();
    const at = new Set<string>();
    const together = async (who: string): Promise<undefined> => {
      at.add(who);
      if (at.size === 2) both.resolve(undefined);
      return both.promise;
    };
    const step = (task: string, member: string, state: string) => ({ task, member, state });
    const asked = play({
      Lead: ({ turn, last }) => {
        if (turn === 0)
          return {
            calls: [['plan_work', { steps: [step('Count', ann, 'OPEN'), step('Weigh', bob, 'OPEN')] }]],
          };
        if (turn === 1) return { calls: [delegate(ann, 'Count them.'), delegate(bob, 'Weigh them.')] };
        if (turn === 2)
          return {
            calls: [['plan_work', { steps: [step('Count', ann, 'DONE'), step('Weigh', bob, 'DONE')] }]],
          };
        return turn === 3 ? { calls: [['read_notes', { after: 0 }]] } : { text: `Together: ${last}` };
      },
      Ann: async ({ turn }) => {
        if (turn > 0) return { text: 'There are 7.' };
        await together('Ann');
        return { calls: [['write_note', { text: 'Seven pieces.' }]] };
      },
      Bob: async () => {
        await together('Bob');
        return { text: 'They weigh 3 kg.' };
      },
    });
    const runId = await start(crewId);
    const { status, output, steps, usage } = await ended(runId);
    expect({ status, output }).toEqual({ status: 'COMPLETED', output: `Together: 1. ${ann}: Seven pieces.` });
    const results = steps.flatMap((each) =>
      each.type === 'TOOL' && each.tool === 'delegate_task' ? [each.output] : [],
    );
    expect(results).toEqual(['There are 7.', 'They weigh 3 kg.']);
    // Five turns of the supervisor, two of Ann, one of Bob.
    expect(usage.turns).toBe(8);
    expect(asked.every(({ system }) => system.startsWith('We are the desk.'))).toBe(true);
    expect(asked.find(({ who }) => who === 'Bob')?.task).toBe('Weigh them.');
    const work = await workOf(runId);
    const worked = { state: 'COMPLETED', tasks: 1, hasTakenOver: false };
    expect(work).toMatchObject({
      ...{ crewId, status: 'COMPLETED', revisions: 1 },
      members: [
        { name: lead, role: 'SUPERVISOR', ...worked, runId, task: 'Solve it.' },
        { name: ann, role: 'SUBORDINATE', ...worked, task: 'Count them.' },
        { name: bob, role: 'SUBORDINATE', ...worked, task: 'Weigh them.' },
      ],
      plan: [
        { task: 'Count', member: ann, state: 'DONE' },
        { task: 'Weigh', member: bob, state: 'DONE' },
      ],
      notes: [{ at: 1, author: ann, text: 'Seven pieces.' }],
    });
    for (const { workMs } of work.members) {
      expect(workMs).toBeGreaterThan(1);
      expect(workMs).toBeLessThan(120_000);
    }
    expect(new Set(work.members.map((member) => member.runId)).size).toBe(3);
    expect(work.credits).toBeCloseTo(
      work.members.reduce((sum, { credits }) => sum + credits, 0),
      9,
    );
    expect(work.credits).toBeCloseTo(usage.credits, 9);
  });

  it('stops with the work of its members when it is deleted', async () => {
    const { crewId, ann } = await makeCrew();
    const never = new Promise<never>(() => undefined);
    play({
      Lead: () => ({ calls: [delegate(ann, 'Count the sheep.')] }),
      Ann: () => ({ text: 'I begin to count.', hold: { after: 1, until: never } }),
    });
    await start(crewId);
    const isFromAnn = (text: string) => text.includes('You are Ann.') && text.includes('Count the sheep.');
    const ofAnn = () => model.requests.find(({ body }) => isFromAnn(JSON.stringify(body)));
    await eventually(async () => ofAnn() !== undefined);
    await client.call(agents.endpoints.remove, { params: { id: crewId }, query: {} });
    expect(await eventually(async () => ofAnn()?.wasAborted, 3000)).toBe(true);
  });

  it('shares one folder of files', async () => {
    const tools = { toolList: ['tol_write_file', 'tol_read_file'].map((_id) => ({ _id })) };
    const { crewId, ann, bob } = await makeCrew({ of: { tools } });
    const asked = play({
      Lead: ({ turn }) => {
        if (turn === 0) return { calls: [delegate(ann, 'Write the plan.')] };
        return turn === 1 ? { calls: [delegate(bob, 'Read the plan.')] } : { text: 'Done.' };
      },
      Ann: ({ turn }) =>
        turn === 0
          ? { calls: [['write_file', { name: 'plan.md', content: 'First this.' }]] }
          : { text: 'Written.' },
      Bob: ({ turn, last }) =>
        turn === 0 ? { calls: [['read_file', { name: 'plan.md' }]] } : { text: `It says: ${last}` },
    });
    const runId = await start(crewId);
    await ended(runId);
    expect(asked.filter(({ who }) => who === 'Bob').at(-1)?.last).toContain('First this.');
    const { steps, files } = await read(runId);
    expect(files.map(({ name }) => name)).toEqual(['plan.md']);
    const childId = steps.flatMap((step) => ('childRunId' in step ? [step.childRunId] : []))[0] ?? '';
    const [file] = (await read(childId)).files;
    expect(file).toEqual(files[0]);
    for (const id of [runId, childId]) {
      const reply = await client.fetch(`/api/crew/agent-runs/${id}/files/${file?.id}`);
      expect(await reply.text()).toBe('First this.');
    }
  });

  it('shows who is at work while it goes on', async () => {
    const { crewId, ann } = await makeCrew();
    const held = Promise.withResolvers<undefined>();
    play({
      Lead: ({ turn }) => {
        if (turn === 0) return { calls: [['plan_work', { steps: 'none' }]] };
        if (turn === 1) return { calls: [delegate(ann, 'Think.')] };
        return turn === 2 ? { calls: [delegate(ann, `Check${'x'.repeat(500)}`)] } : { text: 'Done.' };
      },
      Ann: async ({ task }) => {
        if (task === 'Think.') await held.promise;
        return { text: 'Thought.' };
      },
    });
    const runId = await start(crewId);
    const busy = await eventually(async () => {
      const work = await workOf(runId);
      const [, member] = work.members;
      return member?.state === 'RUNNING' && member.workMs > 20 ? work : undefined;
    });
    const idle = {
      state: 'IDLE',
      task: '',
      tasks: 0,
      runId: null,
      credits: 0,
      workMs: 0,
      hasTakenOver: false,
    };
    expect(busy).toMatchObject({
      ...{ plan: [], revisions: 0, notes: [] },
      members: [{ role: 'SUPERVISOR' }, { task: 'Think.', tasks: 1 }, idle],
    });
    for (const { workMs } of busy.members) expect(workMs).toBeLessThan(120_000);
    expect(busy.members[0]?.workMs).toBeGreaterThan(20);
    held.resolve(undefined);
    expect((await ended(runId)).output).toBe('Done.');
    expect((await workOf(runId)).members[1]).toMatchObject({
      ...{ state: 'COMPLETED', tasks: 2, task: `Check${'x'.repeat(495)}` },
    });
  });

  it('hands the conversation over to one of its agents, whose answer is that of the crew', async () => {
    const { crewId, bob } = await makeCrew();
    const asked = play({
      Lead: () => ({ calls: [['hand_over_conversation', { member: bob, task: 'You know weights.' }]] }),
      Bob: () => ({ text: 'It weighs 3 kg.' }),
    });
    const runId = await start(crewId, 'How heavy is it?');
    expect(await ended(runId)).toMatchObject({ status: 'COMPLETED', output: 'It weighs 3 kg.' });
    expect(asked.map(({ who }) => who)).toEqual(['Lead', 'Bob']);
    expect(asked[1]?.task).toMatch(/^How heavy is it\?[^]*You know weights\.$/);
    const { members } = await workOf(runId);
    expect(members.map(({ hasTakenOver }) => hasTakenOver)).toEqual([false, false, true]);
    expect(members[2]).toMatchObject({ state: 'COMPLETED', task: 'You know weights.' });
  });

  it('tells the supervisor that an agent failed, and goes on', async () => {
    const { crewId, ann } = await makeCrew();
    play({
      Lead: ({ turn, last }) =>
        turn === 0 ? { calls: [delegate(ann, 'Do it.')] } : { text: `Told: ${last}` },
      Ann: () => ({ text: 'No.', finish: 'content_filter' }),
    });
    const { status, output, usage } = await ended(await start(crewId));
    expect(status).toBe('COMPLETED');
    expect(output).toMatch(/The agent failed: The model refused/);
    expect(usage.turns).toBe(3);
  });
});

describe('the budget of a crew', () => {
  const sum = (first: number): [string, unknown] => ['calculate', { first, operation: 'ADD', second: 1 }];
  const busy = () =>
    play({
      Lead: ({ turn, tools, last }) =>
        tools.length > 0 && turn < 20
          ? {
              text: 'Working.',
              calls: [delegate(names.ann, `Part ${turn}`), delegate(names.bob, `Part ${turn}`)],
            }
          : { text: `Late: ${last}` },
      Ann: ({ turn }) => ({ text: 'On it.', calls: [sum(turn)] }),
      Bob: ({ turn }) => ({ text: 'On it.', calls: [sum(turn)] }),
    });
  let names = { ann: '', bob: '' };
  const calculator = { tools: { toolList: [{ _id: 'tol_calculate' }] } };

  it('limits the turns of all of them together, and leaves one for the answer', async () => {
    const { crewId, ann, bob } = await makeCrew({ budget: { turns: 8 }, of: calculator });
    names = { ann, bob };
    const asked = busy();
    const run = await ended(await start(crewId));
    expect(run).toMatchObject({ status: 'COMPLETED', cutShortBy: 'TURNS' });
    expect(asked).toHaveLength(run.usage.turns);
    expect(run.usage.turns).toBeLessThanOrEqual(8);
    expect(asked.at(-1)).toMatchObject({ who: 'Lead' });
  });

  it('ends the paid work when its credits are used', async () => {
    const free = await makeCrew({ of: calculator });
    names = free;
    busy();
    const before = await ended(await start(free.crewId));
    const price = before.usage.credits / before.usage.turns;
    const { crewId, ann, bob } = await makeCrew({ budget: { credits: price * 6.5 }, of: calculator });
    names = { ann, bob };
    const asked = busy();
    const run = await ended(await start(crewId));
    expect(run.cause?.code).toBe('agents.credits_used');
    // One call of each may be under way when the limit is reached.
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.length).toBeLessThanOrEqual(9);
  });
});

describe('people and a crew', () => {
  const paid = (path: string): [string, unknown] => [
    'send_request',
    { method: 'POST', url: `${site.origin}${path}` },
  ];
  const sent = (path: string) => site.requests.filter((request) => request.path === path).length;
  const web = { tools: { toolList: [{ _id: 'tol_send_request' }] } };
  const openCall = ({ steps }: AgentRunDetails) =>
    steps.find((each) => each.type === 'TOOL' && each.status === 'WAITING');
  const asking = async (path: string) => {
    const { crewId, ann } = await makeCrew({ of: web });
    play({
      Lead: ({ turn, last }) => (turn === 0 ? { calls: [delegate(ann, 'Pay.')] } : { text: `Told: ${last}` }),
      Ann: ({ turn, last }) => (turn === 0 ? { calls: [paid(path)] } : { text: `Paid: ${last}` }),
    });
    const runId = await start(crewId);
    const child = await eventually(async () => (await workOf(runId)).members[1]?.runId ?? undefined);
    const open = await eventually(async () => openCall(await read(child)));
    return { runId, child, token: (open.type === 'TOOL' && open.approvalToken) || '' };
  };

  it('asks before an agent of the crew acts outside, because the task came from another agent', async () => {
    const { runId, token } = await asking('/ok');
    expect(sent('/ok')).toBe(0);
    const body = { decision: 'APPROVED' as const };
    await client.call(agentRuns.endpoints.decide, { params: { token }, body });
    expect(await ended(runId)).toMatchObject({ status: 'COMPLETED' });
    expect(sent('/ok')).toBe(1);
  });

  it('stops with all of its agents when somebody cancels it', async () => {
    const { runId, child } = await asking('/never');
    await client.call(agentRuns.endpoints.cancel, { params: { runId } });
    expect((await ended(runId)).status).toBe('CANCELLED');
    expect((await ended(child)).status).toBe('CANCELLED');
    expect(sent('/never')).toBe(0);
    expect((await workOf(runId)).members.map(({ state }) => state)).toEqual([
      'CANCELLED',
      'CANCELLED',
      'IDLE',
    ]);
  });

  it('is no run of a crew when a single agent works', async () => {
    const { agentId } = await makeAgent('Ann');
    play({});
    const runId = await start(agentId);
    await ended(runId);
    await expect(workOf(runId)).rejects.toThrow('agents.run_not_found');
  });
});

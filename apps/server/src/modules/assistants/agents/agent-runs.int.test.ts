import type { AgentRunDetails } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually } from '../../../../tests/eventually.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let site: FakeServer;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  site = await startScriptedModel(() => ({ text: '' }));
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

type Change = Partial<Parameters<typeof client.call<typeof agents.endpoints.create>>[1]['body']>;

const makeAgent = async (change: Change = {}): Promise<string> => {
  const body = { name: `Agent ${crypto.randomUUID()}`, ...change };
  const { agentId } = await client.call(agents.endpoints.create, { body });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};

const execute = (agentId: string, input = 'Please do it.') =>
  client.call(agentRuns.endpoints.execute, { body: { agentId, input } });

const calculator = { toolList: [{ _id: 'tol_calculate' }] };
const web = { toolList: [{ _id: 'tol_calculate' }, { _id: 'tol_send_request' }] };
const sum = (first: number, second: number): [string, unknown] => [
  'calculate',
  { first, operation: 'ADD', second },
];

describe('an agent', () => {
  it('calls its tools and answers, and shows each step with what it cost', async () => {
    script = ({ turn, messages }) =>
      turn === 0
        ? { thinking: 'I add.', text: 'Let me add.', calls: [sum(2, 3), sum(10, 20)] }
        : {
            text: `The sums are ${messages
              .slice(-2)
              .map(({ content }) => content)
              .join(' and ')}.`,
          };
    const { output, steps, usage, runId } = await execute(await makeAgent({ tools: calculator }));
    expect(output).toBe('The sums are 5 and 30.');
    expect(steps.map(({ type }) => type)).toEqual(['THINKING', 'TEXT', 'TOOL', 'TOOL']);
    expect(steps[2]).toMatchObject({ tool: 'calculate', status: 'DONE', output: 5 });
    expect(usage).toMatchObject({ turns: 2, tokens: 240 });
    const { costs, credits } = await client.call(agentRuns.endpoints.get, { params: { runId } });
    expect(costs.map(({ turn, tokens }) => [turn, tokens])).toEqual([
      [1, 120],
      [2, 120],
    ]);
    expect(credits).toBeGreaterThan(0);
    expect(costs.reduce((sum, cost) => sum + cost.credits + cost.toolCredits, 0)).toBeCloseTo(credits, 6);
  });

  it('tells the model what is wrong with its calls, and goes on', async () => {
    script = ({ turn }) =>
      turn === 0
        ? { calls: [['nothing', {}], ['calculate', '{"first":'], ['calculate', { first: 'x' }], sum(1, 1)] }
        : { text: 'Done.' };
    const { steps } = await execute(await makeAgent({ tools: calculator }));
    expect(steps.map((step) => 'status' in step && step.status)).toEqual([
      ...['NOT_FITTING', 'NOT_FITTING', 'NOT_FITTING', 'DONE'],
    ]);
  });

  it('ends in words for people when the model refuses, and when it calls the same tool for ever', async () => {
    script = () => ({ text: 'No.', finish: 'content_filter' });
    const refusing = client.call(agentRuns.endpoints.execute, {
      body: { agentId: await makeAgent(), input: 'x' },
    });
    await expect(refusing).rejects.toThrow(/The model refused the task.*agents\.run_failed/);
    script = () => ({ calls: [sum(1, 1)] });
    const looping = execute(await makeAgent({ tools: calculator }));
    await expect(looping).rejects.toThrow(/same calls again and again/);
  });

  it('tries again when the model is busy or breaks off, and is charged for each answer once', async () => {
    let asked = 0;
    script = () => {
      asked += 1;
      if (asked === 1) return { status: 429 };
      return { text: 'Here is the answer.' };
    };
    const agentId = await makeAgent();
    const { output, runId } = await execute(agentId);
    expect(output).toBe('Here is the answer.');
    const run = await client.call(agentRuns.endpoints.get, { params: { runId } });
    expect(run.credits).toBe(run.usage.credits);
  });
});

const waiting = (runId: string): Promise<AgentRunDetails> =>
  eventually(async () => {
    const run = await client.call(agentRuns.endpoints.get, { params: { runId } });
    return run.status === 'WAITING' ? run : undefined;
  });

const ended = (runId: string): Promise<AgentRunDetails> =>
  eventually(async () => {
    const run = await client.call(agentRuns.endpoints.get, { params: { runId } });
    return run.endedAt === null ? undefined : run;
  });

describe('a call that a person decides about', () => {
  const paid = (path: string): [string, unknown] => [
    'send_request',
    { method: 'POST', url: `${site.origin}${path}` },
  ];
  const start = async (path: string) => {
    script = ({ turn, messages }) =>
      turn === 0 ? { calls: [sum(1, 2), paid(path)] } : { text: `Told: ${String(messages.at(-1)?.content)}` };
    const agentId = await makeAgent({ tools: web, approval: 'ALWAYS' });
    const body = { agentId, input: 'Pay.' };
    const { runId } = await client.call(agentRuns.endpoints.start, { body });
    const { steps, abilities } = await waiting(runId);
    const open = steps.at(-1);
    if (open?.type !== 'TOOL') throw new Error('The last step is no call.');
    return { runId, open, steps, abilities, token: open.approvalToken ?? '' };
  };
  const sent = (path: string) => site.requests.filter((request) => request.path === path).length;

  it('waits with what was done before, and is made when it is approved', async () => {
    const { runId, steps, open, abilities, token } = await start('/approved');
    expect(abilities).toEqual({ canCancel: true, canRetry: false });
    expect(steps).toMatchObject([{ status: 'DONE', output: 3 }, { status: 'WAITING' }]);
    expect(open.input).toEqual({ method: 'POST', url: `${site.origin}/approved` });
    expect(sent('/approved')).toBe(0);
    const body = { decision: 'APPROVED' } as const;
    await client.call(agentRuns.endpoints.decide, { params: { token }, body });
    const run = await ended(runId);
    expect(run.status).toBe('COMPLETED');
    expect(run.abilities).toEqual({ canCancel: false, canRetry: false });
    expect(sent('/approved')).toBe(1);
    const again = client.call(agentRuns.endpoints.decide, { params: { token }, body });
    await expect(again).rejects.toThrow('agents.nothing_waits');
  });

  it('is made with other arguments when they fit, and not when it is rejected', async () => {
    const { runId, token, open } = await start('/first');
    const decide = (input: Record<string, string>) =>
      client.call(agentRuns.endpoints.decide, { params: { token }, body: { decision: 'EDITED', input } });
    await expect(decide({ method: 'POST' })).rejects.toThrow('agents.arguments_not_fitting');
    await decide({ ...(open.input as Record<string, string>), url: `${site.origin}/second` });
    await ended(runId);
    expect([sent('/first'), sent('/second')]).toEqual([0, 1]);
    const rejected = await start('/third');
    await client.call(agentRuns.endpoints.decide, {
      params: { token: rejected.token },
      body: { decision: 'REJECTED', reason: 'Too much.' },
    });
    const run = await ended(rejected.runId);
    expect(run.output).toContain('Their reason: Too much.');
    expect(sent('/third')).toBe(0);
  });
});

it('hands work to another agent, whose answer comes back', async () => {
  script = ({ messages, turn }) => {
    const isHelper = String(messages[0]?.content).includes('You count');
    if (isHelper) return { text: 'There are 7.' };
    return turn === 0
      ? { calls: [['hand_to_counter', { task: 'Count them.' }]] }
      : { text: `Counted: ${String(messages.at(-1)?.content)}` };
  };
  const helper = await makeAgent({ name: 'Counter', instructions: 'You count.' });
  const { output } = await execute(await makeAgent({ agentIds: [helper] }));
  expect(output).toBe('Counted: There are 7.');
});

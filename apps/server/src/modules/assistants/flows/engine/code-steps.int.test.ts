import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { codeStep, respondWith, type StepJson, webhookFlow } from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const runsOf = flowRuns.endpoints;
const endless = 'export const code = () => { while (true) {} };';

describe('a code step', () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startTestServer();
    ({ client } = await server.signUp());
  });
  afterAll(() => server.close());

  const create = async (steps: readonly StepJson[], as = client): Promise<string> => {
    const body = webhookFlow(`Flow ${crypto.randomUUID()}`, steps);
    return (await as.call(flows.endpoints.create, { body })).flowId;
  };
  const publish = async (steps: readonly StepJson[], as = client): Promise<string> => {
    const id = await create(steps, as);
    await as.call(flows.endpoints.publish, { params: { id } });
    return id;
  };
  const ask = async (flowId: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${server.origin}/api/orchestrator/webhooks/${flowId}/sync`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const start = async (id: string, as = client): Promise<string> =>
    (await as.call(flows.endpoints.run, { params: { id }, body: {} })).runId;
  const ended = (runId: string, as = client) =>
    eventually(async () => {
      const run = await as.call(runsOf.get, { params: { runId } });
      return run.endedAt !== null && run;
    }, 60_000);
  const test = async (code: string, input: Record<string, unknown> = {}) =>
    client.call(flows.endpoints.testStep, {
      params: { id: await create([codeStep('step_1', code, input)]) },
      body: { stepName: 'step_1', outputs: { trigger: { body: { n: 4 } } } },
    });

  it('computes its value from its input, and keeps its thread for the next run', async () => {
    const double = 'export const code = async ({ n }) => ({ twice: n * 2 });';
    const flowId = await publish([
      codeStep('step_1', double, { n: '{{trigger.body.n}}' }),
      respondWith('step_2', '{{step_1.twice}}'),
    ]);
    expect(await ask(flowId, { n: 21 })).toBe(42);
    expect(await ask(flowId, { n: 4 })).toBe(8);
    const [run] = (await client.call(runsOf.list, { query: { flowId } })).items;
    const { steps } = await client.call(runsOf.steps, {
      params: { runId: run?.runId ?? '' },
      query: { step: 'step_1' },
    });
    expect(steps).toMatchObject([{ input: { text: '{"n":4}' }, output: { text: '{"twice":8}' } }]);
  });

  it.each([
    [
      'throws',
      "\nconsole.log('so far');\nthrow new RangeError('no stock');",
      /no stock \(line 3\)\n\nConsole:\nso far$/,
    ],
    ['looks for what the server has', 'return process.env;', /process is not defined \(line 1\)$/],
    ['never ends', 'while (true) {}', /^The code took too long, and was stopped\.$/],
    [
      'fills the memory',
      'const all = []; while (true) all.push(new Array(1e5).fill(1));',
      /needs more memory/,
    ],
    ['returns too much', "return 'x'.repeat(2e6);", /returns more than 1000000 characters/],
  ])('that %s fails its run alone, in words', async (_what, body, message) => {
    const flowId = await publish([codeStep('step_1', `export const code = async () => {${body}};`)]);
    const failed = await ended(await start(flowId));
    expect(failed).toMatchObject({
      status: 'FAILED',
      cause: { code: 'flows.code_failed', message: expect.stringMatching(message) },
    });
    const next = await publish([
      codeStep('step_1', 'export const code = () => 7;'),
      respondWith('step_2', '{{step_1}}'),
    ]);
    expect(await ask(next, {})).toBe(7);
  });

  it('is tested alone, with what it wrote to the console', async () => {
    const code = "export const code = ({ n }) => {\n  console.log('n is', n);\n  return n + 1;\n};";
    const input = { n: '{{trigger.body.n}}' };
    expect(await test(code, input)).toMatchObject({
      ok: true,
      input: { n: 4 },
      output: 5,
      error: null,
      logs: ['n is 4'],
    });
    expect(await test(code.replace('return n + 1', "throw new Error('no')"), input)).toMatchObject({
      ok: false,
      output: null,
      error: { code: 'flows.code_failed', message: 'Error: no (line 3)' },
      logs: ['n is 4'],
    });
  });

  it('without code is not published', async () => {
    const id = await create([codeStep('step_1', ' ')]);
    expect(await client.send(flows.endpoints.publish, { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'flows.not_valid', details: { problems: [{ step: 'step_1' }] } },
    });
  });

  it('that never ends stops when its run is cancelled', async () => {
    const runId = await start(await publish([codeStep('step_1', endless)]));
    await eventually(async () => (await client.call(runsOf.get, { params: { runId } })).status === 'RUNNING');
    await client.call(runsOf.cancel, { params: { runId } });
    expect(await ended(runId)).toMatchObject({ status: 'CANCELLED' });
  });

  it('of one company waits for one endless step of another at most, not for all of them', async () => {
    const other = await server.signUp();
    const greedy = await publish([codeStep('step_1', endless)]);
    const quick = await publish([codeStep('step_1', 'export const code = () => 1;')], other.client);
    const theirs = [];
    for (let at = 0; at < 4; at += 1) theirs.push(await start(greedy));
    expect(await ended(await start(quick, other.client), other.client)).toMatchObject({
      status: 'SUCCEEDED',
    });
    const states = await Promise.all(
      theirs.map(async (runId) => (await client.call(runsOf.get, { params: { runId } })).status),
    );
    expect(states.filter((status) => status === 'RUNNING' || status === 'QUEUED').length).toBeGreaterThan(0);
    await Promise.all(theirs.map((runId) => client.send(runsOf.cancel, { params: { runId } })));
  });
});

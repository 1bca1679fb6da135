import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import {
  keep,
  loop,
  parallel,
  pieceStep,
  respondWith,
  router,
  type StepJson,
  webhookFlow,
} from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const runsOf = flowRuns.endpoints;

const freePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

describe('a run of a flow', () => {
  let server: TestServer;
  let client: Client;
  /** The port of a service of somebody else. */
  let outsidePort: number;

  beforeAll(async () => {
    outsidePort = await freePort();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: `127.0.0.1:${outsidePort}` } });
    ({ client } = await server.signUp());
  });
  afterAll(() => server.close());

  const publish = async (steps: readonly StepJson[]): Promise<string> => {
    const body = webhookFlow(`Flow ${crypto.randomUUID()}`, steps);
    const { flowId } = await client.call(flows.endpoints.create, { body });
    await client.call(flows.endpoints.publish, { params: { id: flowId } });
    return flowId;
  };
  const post = (path: string, body: unknown) =>
    fetch(`${server.origin}/api/orchestrator/webhooks/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const ask = async (flowId: string, body: unknown) => {
    const response = await post(`${flowId}/sync`, body);
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const start = async (flowId: string, body: unknown = {}) => {
    const response = await post(flowId, body);
    expect(response.status).toBe(202);
    return ((await response.json()) as { responseData: { runId: string } }).responseData.runId;
  };
  const at = (runId: string) => ({ params: { runId } });
  const ended = (runId: string) =>
    eventually(async () => {
      const run = await client.call(runsOf.get, at(runId));
      return run.endedAt !== null && run;
    });
  /** The response comes before the run has ended. */
  const newest = (flowId: string) =>
    eventually(async () => {
      const [run] = (await client.call(runsOf.list, { query: { flowId } })).items;
      return run !== undefined && run.endedAt !== null && run;
    });
  const stepsOf = async (runId: string) =>
    (await client.call(runsOf.steps, { ...at(runId), query: { limit: 200 } })).steps;

  it('takes the request through its steps to the response', async () => {
    const flowId = await publish([
      keep('step_1', '{{trigger.body.n}}'),
      keep('step_2', 'n is {{step_1}}'),
      respondWith('step_3', { number: '{{step_1}}', text: '{{step_2}}' }, 201),
    ]);
    expect(await ask(flowId, { n: 7 })).toEqual({ status: 201, body: { number: 7, text: 'n is 7' } });
    const run = await newest(flowId);
    expect(run).toMatchObject({ status: 'SUCCEEDED', trigger: 'trigger', environment: 'PRODUCTION' });
    const steps = await stepsOf(run.runId);
    expect(steps.map(({ step, status }) => [step, status])).toEqual([
      ['trigger', 'SUCCEEDED'],
      ['step_1', 'SUCCEEDED'],
      ['step_2', 'SUCCEEDED'],
      ['step_3', 'SUCCEEDED'],
    ]);
    expect(steps[2]).toMatchObject({ input: { text: '{"text":"n is 7"}' }, output: { text: '"n is 7"' } });
    const page = async (after?: string) => {
      const found = await client.call(runsOf.steps, { ...at(run.runId), query: { limit: 2, after } });
      return { names: found.steps.map(({ step }) => step), next: found.next ?? undefined };
    };
    const first = await page();
    expect(first).toEqual({ names: ['trigger', 'step_1'], next: expect.any(String) as string });
    expect(await page(first.next)).toEqual({ names: ['step_2', 'step_3'], next: undefined });
    const text = (of: 'INPUT' | 'OUTPUT' | 'STEP', seq?: number) =>
      client.call(runsOf.text, { ...at(run.runId), query: { of, seq } });
    expect(await text('INPUT')).toMatchObject({
      text: expect.stringContaining('"n": 7') as string,
      next: null,
    });
    expect(JSON.parse((await text('OUTPUT')).text)).toMatchObject({
      output: { number: 7, text: 'n is 7' },
    });
    expect(await text('STEP')).toEqual(await text('STEP', 1));
    expect(await text('STEP', steps[2]?.seq)).toEqual({ text: '"n is 7"', next: null });
  });

  it('is read by programs with the values of its steps, and the cause of a failed one', async () => {
    const url = `http://127.0.0.1:${outsidePort}/nobody`;
    const flowId = await publish([
      keep('step_1', { names: ['Ada 🙂'] }),
      keep('step_2', 'x'.repeat(3000)),
      pieceStep('step_3', ['http', 'send_request'], { method: 'GET', url }),
    ]);
    const run = await ended(await start(flowId));
    expect(run.status).toBe('FAILED');
    const [trigger, first, second, third] = run.steps;
    expect(trigger).toMatchObject({ name: 'trigger', output: { method: 'POST', body: {} } });
    const took = { status: 'SUCCEEDED', attempts: 1, durationMs: expect.any(Number) as number };
    expect(first).toEqual({
      ...{ name: 'step_1', ...took },
      ...{ input: { text: { names: ['Ada 🙂'] } }, output: { names: ['Ada 🙂'] } },
    });
    expect(second).toMatchObject({ name: 'step_2', output: `"${'x'.repeat(1999)}` });
    expect(third).toMatchObject({ name: 'step_3', status: 'FAILED', output: null });
    expect(third?.error?.message).not.toBe('');
  });

  it('repeats the steps of a loop for each item, and shows each round', async () => {
    const flowId = await publish([
      loop('step_1', '{{trigger.body.names}}', [keep('step_2', '{{step_1.index}}: {{step_1.item}}')]),
      respondWith('step_3', { last: '{{step_2}}', items: '{{step_1.items}}' }),
    ]);
    expect(await ask(flowId, { names: ['Ada', 'Grace'] })).toEqual({
      status: 200,
      body: { last: '2: Grace', items: 2 },
    });
    const { runId } = await newest(flowId);
    const inside = await client.call(runsOf.steps, {
      ...at(runId),
      query: { step: 'step_2' },
    });
    expect(inside.steps.map(({ rounds, output }) => [rounds, output?.text])).toEqual([
      [[{ step: 'step_1', round: 1 }], '"1: Ada"'],
      [[{ step: 'step_1', round: 2 }], '"2: Grace"'],
    ]);
  });

  it('takes the first branch whose condition holds, all of them, or the fallback', async () => {
    const branches = [
      {
        branchName: 'Large',
        condition: {
          firstValue: '{{trigger.body.n}}',
          operator: 'NUMBER_IS_GREATER_THAN',
          secondValue: '10',
        },
        body: [keep('step_2', 'large')],
      },
      {
        branchName: 'Positive',
        condition: { firstValue: '{{trigger.body.n}}', operator: 'NUMBER_IS_GREATER_THAN', secondValue: '0' },
        body: [keep('step_3', 'positive')],
      },
      { branchName: 'Otherwise', body: [keep('step_4', 'otherwise')] },
    ];
    const answer = respondWith('step_5', ['{{step_2}}', '{{step_3}}', '{{step_4}}']);
    const first = await publish([router('step_1', branches), answer]);
    expect((await ask(first, { n: 50 })).body).toEqual(['large', null, null]);
    expect((await ask(first, { n: 5 })).body).toEqual([null, 'positive', null]);
    expect((await ask(first, { n: -5 })).body).toEqual([null, null, 'otherwise']);
    const all = await publish([router('step_1', branches, 'EXECUTE_ALL_MATCH'), answer]);
    expect((await ask(all, { n: 50 })).body).toEqual(['large', 'positive', null]);
  });

  it('runs parallel branches and goes on once, with the values of all', async () => {
    const flowId = await publish([
      parallel('step_1', [
        [keep('step_2', 'left {{trigger.body.n}}')],
        [pieceStep('step_3', ['delay', 'delay_for'], { seconds: 0.01 }), keep('step_4', 'right')],
      ]),
      respondWith('step_5', ['{{step_2}}', '{{step_4}}']),
    ]);
    expect((await ask(flowId, { n: 1 })).body).toEqual(['left 1', 'right']);
    const { runId } = await newest(flowId);
    const steps = await stepsOf(runId);
    expect(steps.filter(({ step }) => step === 'step_5')).toHaveLength(1);
    expect(steps.map(({ step }) => step).sort()).toEqual(
      ['step_1', 'step_2', 'step_3', 'step_4', 'step_5', 'trigger'].sort(),
    );
  });

  it('waits for a call to its own address', async () => {
    const flowId = await publish([
      keep('step_1', '{{run.resumeUrl}}'),
      pieceStep('step_2', ['webhook', 'wait_for_webhook']),
      respondWith('step_3', '{{step_2.body.word}}'),
    ]);
    const runId = await start(flowId);
    const url = await eventually(async () => {
      const steps = await stepsOf(runId);
      return (
        steps.some(({ step, status }) => step === 'step_2' && status === 'WAITING') &&
        steps.find(({ step }) => step === 'step_1')?.output?.text
      );
    });
    const path = (JSON.parse(url) as string).replace(/^https?:\/\/[^/]+/, '');
    const resumed = await fetch(server.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"word":"go"}',
    });
    expect(resumed.status).toBe(200);
    expect(await ended(runId)).toMatchObject({
      status: 'SUCCEEDED',
      output: { text: expect.stringContaining('"go"') },
    });
    expect((await stepsOf(runId)).map(({ step }) => step)).toEqual(['trigger', 'step_1', 'step_2', 'step_3']);
    const again = await fetch(server.origin + path, { method: 'POST' });
    expect(again.status).toBe(409);
    const forged = await fetch(`${server.origin}/api/orchestrator/resume/a.b`, { method: 'POST' });
    expect(forged.status).toBe(404);
  });

  it('leaves out a skipped step, and goes on after a failure where that is wanted', async () => {
    const stop = pieceStep('step_2', ['utilities', 'stop_flow'], { failed: true, message: 'No stock.' });
    const settings = stop['settings'] as object;
    const continued = {
      ...stop,
      settings: {
        ...settings,
        errorHandlingOptions: { retryOnFailure: false, continueOnFailure: true },
      },
    };
    const flowId = await publish([
      { ...keep('step_1', 'skipped'), skip: true },
      continued,
      respondWith('step_3', ['{{step_1}}', '{{step_2.error.message}}']),
    ]);
    expect((await ask(flowId, {})).body).toEqual([null, 'No stock.']);
    const failing = await publish([stop, respondWith('step_3', 'never')]);
    expect(await ask(failing, {})).toMatchObject({ status: 502, body: { code: 'flows.run_failed' } });
    const { items } = await client.call(runsOf.list, { query: { flowId: failing, status: 'FAILED' } });
    expect(items).toMatchObject([{ cause: { code: 'flows.stopped', message: 'No stock.' } }]);
  });

  it('is cancelled while it waits, and is run again with another payload', async () => {
    const flowId = await publish([
      pieceStep('step_1', ['delay', 'delay_for'], { seconds: '{{trigger.body.seconds}}' }),
      respondWith('step_2', 'done'),
    ]);
    const runId = await start(flowId, { seconds: 3600 });
    await eventually(async () => (await client.call(runsOf.get, at(runId))).status === 'WAITING');
    const waiting = await client.call(runsOf.get, at(runId));
    expect(waiting.waits).toMatchObject([{ kind: 'TIME', name: 'step_1' }]);
    expect([waiting.output, waiting.abilities]).toEqual([
      null,
      { canCancel: true, canRetry: false, canReplay: false },
    ]);
    const cancelled = await client.call(runsOf.cancel, at(runId));
    expect([cancelled.status, cancelled.waits, cancelled.output]).toEqual(['CANCELLED', [], null]);
    expect(cancelled.abilities).toEqual({ canCancel: false, canRetry: true, canReplay: true });
    const replayed = await client.call(runsOf.replay, {
      ...at(runId),
      body: { payload: { body: { seconds: 0 } } },
    });
    expect(await ended(replayed.runId)).toMatchObject({
      ...{ status: 'SUCCEEDED', originId: runId },
      abilities: { canCancel: false, canRetry: false, canReplay: true },
    });
    const { items } = await client.call(runsOf.list, { query: { flowId } });
    expect(items.map((run) => run.runId)).toEqual([replayed.runId, runId]);
    const lines = await server.sql(
      `select action, details ->> 'runId' as run, details ->> 'by' as by from audit_log
        where subject_id = $1 and action like 'flows.run_%' order by created_at, id`,
      [flowId],
    );
    expect(lines).toEqual([
      { action: 'flows.run_cancelled', run: runId, by: null },
      { action: 'flows.run_replayed', run: runId, by: replayed.runId },
    ]);
  });

  it('is retried with the branch that failed, and does nothing again that was done', async () => {
    let refuses = true;
    const calls: string[] = [];
    const other = createServer((request, response) => {
      calls.push(String(request.url));
      response.statusCode = refuses && request.url === '/second' ? 400 : 200;
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(outsidePort, '127.0.0.1', resolve));
    const call = (name: string, path: string) =>
      pieceStep(name, ['http', 'send_request'], {
        method: 'GET',
        url: `http://127.0.0.1:${outsidePort}/${path}`,
        failOnError: true,
      });
    const flowId = await publish([
      parallel('step_1', [[call('step_2', 'first'), call('step_3', 'second')], [call('step_4', 'third')]]),
      call('step_5', 'last'),
    ]);
    const runId = await start(flowId);
    expect(await ended(runId)).toMatchObject({ status: 'FAILED', abilities: { canRetry: true } });
    refuses = false;
    const again = await client.call(runsOf.retry, at(runId));
    expect(await ended(again.runId)).toMatchObject({ status: 'SUCCEEDED', originId: runId });
    expect(calls.toSorted()).toEqual(['/first', '/last', '/second', '/second', '/third']);
    other.close();
  });

  it('of a draft keeps the draft as it was when the test began', async () => {
    const body = webhookFlow('Tested', [keep('step_1', 'before'), respondWith('step_2', '{{step_1}}')]);
    const { flowId } = await client.call(flows.endpoints.create, { body });
    const { runId } = await client.call(flows.endpoints.test, {
      params: { id: flowId },
      body: { payload: { body: 1 } },
    });
    await client.call(flows.endpoints.update, {
      params: { id: flowId },
      body: webhookFlow('Tested', [keep('step_1', 'after')]),
    });
    expect(await ended(runId)).toMatchObject({
      environment: 'TESTING',
      status: 'SUCCEEDED',
      input: { text: '{"body": 1}' },
    });
    expect((await stepsOf(runId))[1]).toMatchObject({ step: 'step_1', output: { text: '"before"' } });
    const tested = await client.call(flows.endpoints.testStep, {
      params: { id: flowId },
      body: { stepName: 'step_1' },
    });
    expect(tested).toMatchObject({ ok: true, input: { text: 'after' }, output: 'after', error: null });
    const none = await client.send(flows.endpoints.testStep, {
      params: { id: flowId },
      body: { stepName: 'step_9' },
    });
    expect(none).toMatchObject({ status: 404, body: { code: 'flows.step_not_found' } });
  });

  it('is not started by a webhook of a flow that is off, unpublished or unknown', async () => {
    const flowId = await publish([respondWith('step_1', 'ok')]);
    await client.call(flows.endpoints.setStatus, { params: { id: flowId }, body: { status: 'DISABLED' } });
    const code = async (id: string) => ((await (await post(id, {})).json()) as { code: string }).code;
    expect(await code(flowId)).toBe('flows.disabled');
    const draft = await client.call(flows.endpoints.create, { body: webhookFlow('Draft', []) });
    expect(await code(draft.flowId)).toBe('flows.not_published');
    expect(await code('flw_none')).toBe('flows.not_found');
  });

  it('costs what all runs below it have cost, however many they are', async () => {
    const runId = await start(await publish([keep('step_1', '{{trigger.body}}')]));
    await ended(runId);
    await server.sql(
      `insert into runs (tenant_id, id, kind, subject_id, scope_id, parent_id, status, input, actor, is_kept, cost, finished_at)
        select tenant_id, 'run_below' || n, 'flows.branch', subject_id, scope_id, id, 'COMPLETED', '{}', '{}', false, 1000000, now()
        from runs, generate_series(1, 300) n where id = $1`,
      [runId],
    );
    expect((await client.call(runsOf.get, at(runId))).credits).toBe(300);
  });

  it('gets any method and any body, and refuses JSON that is none', async () => {
    const flowId = await publish([respondWith('step_1', '{{trigger}}')]);
    const url = `${server.origin}/api/orchestrator/webhooks/${flowId}/sync?a=1`;
    const call = async (init: RequestInit) => (await (await fetch(url, init)).json()) as object;
    expect(await call({ method: 'GET' })).toMatchObject({
      method: 'GET',
      queryParams: { a: '1' },
      body: null,
    });
    const form = new URLSearchParams([
      ['x', '1'],
      ['x', '2'],
    ]);
    expect(await call({ method: 'PUT', body: form })).toMatchObject({ body: { x: ['1', '2'] } });
    expect(await call({ method: 'PATCH', body: 'plain' })).toMatchObject({ body: 'plain' });
    expect(await call({ method: 'DELETE', headers: { 'x-own': 'yes' } })).toMatchObject({
      headers: { 'x-own': 'yes' },
    });
    const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' };
    expect(await call(broken)).toMatchObject({ code: 'request.unreadable' });
  });
});

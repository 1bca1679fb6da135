import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import type { ToolSettings } from '@atelier/contracts/assistants/tools/tool-shapes';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { connections } from '@atelier/contracts/content/connections/connections';
import { Limits } from '@atelier/contracts/kernel/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Client } from '../../../../../../tests/client.ts';
import { type FlowBed, flowBed, handling } from '../../../../../../tests/flow-bed.ts';
import { pieceStep, respondWith, type StepJson } from '../../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../../tests/harness.ts';

const { create, update, get, kinds } = connections.endpoints;

/** A service that notes how many calls are under way at once, and when each came. */
const startBusy = async () => {
  const state = { now: 0, most: 0, at: [] as number[], paths: [] as string[] };
  const server = createServer((request, response) => {
    state.now += 1;
    state.most = Math.max(state.most, state.now);
    state.at.push(Date.now());
    state.paths.push(String(request.url));
    setTimeout(() => {
      state.now -= 1;
      response.statusCode = request.url === '/broken' ? 400 : 200;
      response.end('{}');
    }, 60);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reset = () => Object.assign(state, { most: 0, at: [], paths: [] });
  return { state, address: `http://127.0.0.1:${port}`, reset, close: () => server.close() };
};

describe('the limits of a connection', () => {
  let server: TestServer;
  let env: Record<string, string>;
  let client: Client;
  let bed: FlowBed;
  let busy: Awaited<ReturnType<typeof startBusy>>;

  beforeAll(async () => {
    busy = await startBusy();
    env = { OUTBOUND_ALLOW: new URL(busy.address).host };
    server = await startTestServer({ env });
    ({ client } = await server.signUp());
    bed = flowBed(server, client);
  });
  afterAll(async () => {
    await server.close();
    busy.close();
  });

  const bearer = {
    service: 'WEB' as const,
    kind: 'HTTP_AUTHENTICATION',
  };
  const connect = async (limits: z.input<typeof Limits> | null) => {
    const values = { site: busy.address, way: 'BEARER', secret: 's3cret' };
    const body = {
      ...bearer,
      values,
      name: `Shop ${crypto.randomUUID()}`,
      limits: limits && Limits.parse(limits),
    };
    return (await client.call(create, { body })).connectionId;
  };
  const send = (connectionId: string, url: string, more: Record<string, unknown> = {}): StepJson => {
    const step = pieceStep('step_1', ['http', 'send_request'], {
      method: 'GET',
      url,
      failOnError: true,
      ...more,
    });
    return { ...step, settings: { ...(step['settings'] as object), connectionId } };
  };
  const endAll = async (ids: readonly string[]) => Promise.all(ids.map((id) => bed.ended(id)));

  it('are saved with it, shown, taken away again, and offered only where steps use such a connection', async () => {
    const id = await connect({ concurrency: { limit: 2 } });
    const read = async () => (await client.call(get, { params: { id }, query: {} })).limits;
    expect(await read()).toEqual({ concurrency: { limit: 2, key: '' }, throttle: null });
    const throttle = { limit: 3, seconds: 60, key: '{{input.url}}' };
    await client.call(update, { params: { id }, body: { limits: { concurrency: null, throttle } } });
    expect(await read()).toEqual({ concurrency: null, throttle });
    await client.call(update, { params: { id }, body: { name: `Renamed ${id}` } });
    expect(await read()).toEqual({ concurrency: null, throttle });
    await client.call(update, { params: { id }, body: { limits: null } });
    expect(await read()).toBeNull();
    const { configurations } = await client.call(kinds, { query: {} });
    const limited = configurations.filter(({ hasLimits }) => hasLimits).map(({ kind }) => kind);
    expect(limited).toEqual(expect.arrayContaining(['HTTP_AUTHENTICATION', 'POSTGRESQL']));
    expect(limited).not.toContain('WEBHOOK_CALLER');
    expect(limited).not.toContain('QDRANT');
  });

  it('are refused with a key that cannot be read, or that reads another step', async () => {
    for (const key of ['{{input.', '{{trigger.body}}']) {
      const limits = Limits.parse({ throttle: { limit: 1, seconds: 1, key } });
      const values = { site: 'http://127.0.0.1', way: 'BEARER', secret: 's3cret' };
      const reply = await client.send(create, { body: { ...bearer, values, name: `Bad ${key}`, limits } });
      expect(reply).toMatchObject({ status: 400, body: { code: 'connections.key_unreadable' } });
    }
  });

  it('hold for all flows together: no more calls at once, each made once, and the steps are shown as usual', async () => {
    busy.reset();
    const connectionId = await connect({ concurrency: { limit: 2 } });
    const one = await bed.publish([send(connectionId, `${busy.address}/one`)]);
    const two = await bed.publish([
      send(connectionId, `${busy.address}/two`),
      respondWith('step_2', '{{step_1.status}}'),
    ]);
    const started = await Promise.all([one, two, one, two, one, two, one, two].map((id) => bed.start(id)));
    const runs = await endAll(started);
    expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'SUCCEEDED'));
    expect(busy.state.at).toHaveLength(8);
    expect(busy.state.most).toBe(2);
    const shown = await bed.stepsOf(started[1] ?? '');
    expect(shown.map(({ step, status }) => `${step} ${status}`)).toEqual([
      'trigger SUCCEEDED',
      'step_1 SUCCEEDED',
      'step_2 SUCCEEDED',
    ]);
    expect(shown.some(({ isLimited, child }) => isLimited || child !== null)).toBe(false);
    expect(JSON.parse(shown[1]?.input?.text ?? '')).toMatchObject({ url: `${busy.address}/two` });
  });

  it('let calls begin at their rate, separately for each value of the key', async () => {
    busy.reset();
    const connectionId = await connect({ throttle: { limit: 1, seconds: 3600, key: '{{input.url}}' } });
    const flowId = await bed.publish([send(connectionId, `${busy.address}/{{trigger.body.who}}`)]);
    const [ada, bob, again] = [
      await bed.start(flowId, { who: 'ada' }),
      await bed.start(flowId, { who: 'bob' }),
      await bed.start(flowId, { who: 'ada' }),
    ];
    await endAll([ada, bob]);
    const waiting = await bed.waiting(again, 'step_1');
    expect(waiting).toMatchObject({ status: 'WAITING', isLimited: true });
    await sleep(200);
    expect(busy.state.paths.toSorted()).toEqual(['/ada', '/bob']);
    await bed.passTime(again);
    expect((await bed.ended(again)).status).toBe('SUCCEEDED');
    expect(busy.state.paths.toSorted()).toEqual(['/ada', '/ada', '/bob']);
  });

  it('keep the turns of a server that stops, for the server that follows', async () => {
    busy.reset();
    const connectionId = await connect({ throttle: { limit: 1, seconds: 3600 } });
    const flowId = await bed.publish([send(connectionId, busy.address)]);
    // It works on runs of this test too, so it may call the service as well.
    const another = await server.another({ env });
    const elsewhere = flowBed({ ...server, origin: another.origin } as TestServer, client);
    expect(await bed.ended(await elsewhere.start(flowId))).toMatchObject({
      status: 'SUCCEEDED',
      cause: null,
    });
    const second = await elsewhere.start(flowId);
    await bed.waiting(second, 'step_1');
    await another.close();
    expect(busy.state.at).toHaveLength(1);
    await bed.passTime(second);
    expect((await bed.ended(second)).status).toBe('SUCCEEDED');
    expect(busy.state.at).toHaveLength(2);
  });

  it('leave failures as they are: a step that goes on after them, a run that ends with them and is retried', async () => {
    busy.reset();
    const connectionId = await connect({ concurrency: { limit: 1 } });
    const broken = send(connectionId, `${busy.address}/broken`);
    const going = await bed.run([
      handling(broken, { continueOnFailure: true }),
      respondWith('step_2', '{{step_1.error.code}}'),
    ]);
    expect(going.status).toBe('SUCCEEDED');
    expect(await bed.ask(going.flowId)).toMatchObject({ body: expect.stringContaining('pieces.') as string });
    const failed = await bed.run([broken]);
    expect(failed).toMatchObject({
      status: 'FAILED',
      cause: { code: expect.stringContaining('pieces.') as string },
    });
    const steps = await bed.stepsOf(failed.runId, 'step_1');
    expect(steps.map(({ status }) => status)).toEqual(['FAILED']);
    const calls = busy.state.at.length;
    const { runId } = await client.call(flowRuns.endpoints.retry, { params: { runId: failed.runId } });
    expect((await bed.ended(runId)).status).toBe('FAILED');
    await eventually(async () => busy.state.at.length === calls + 1);
  });

  describe('where no flow runs', () => {
    const tool = (connectionId: string, path = '/tool'): z.input<typeof ToolSettings> => ({
      name: `Tool ${crypto.randomUUID().slice(0, 8)}`,
      description: 'Calls the shop.',
      effect: 'READS',
      approval: 'NEVER',
      connectionId,
      request: { method: 'GET', url: `${busy.address}${path}`, parameters: [] },
    });
    const tryTool = (connectionId: string, path?: string) =>
      client.call(tools.endpoints.test, { body: { settings: tool(connectionId, path), input: {} } });
    const tryStep = (flowId: string) =>
      client.call(flows.endpoints.testStep, { params: { id: flowId }, body: { stepName: 'step_1' } });
    const turns = () => server.sql('select id from held_turns');

    it('count tools, steps that are tried alone and steps of flows together', async () => {
      busy.reset();
      const connectionId = await connect({ concurrency: { limit: 1 } });
      const flowId = await bed.publish([send(connectionId, `${busy.address}/flow`)]);
      const [runs, tried, stepped] = await Promise.all([
        Promise.all([1, 2, 3].map(() => bed.start(flowId))).then(endAll),
        Promise.all([1, 2, 3].map(() => tryTool(connectionId))),
        Promise.all([1, 2].map(() => tryStep(flowId))),
      ]);
      expect(runs.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED']);
      expect(tried.map(({ isFailed }) => isFailed)).toEqual([false, false, false]);
      expect(stepped.map(({ ok }) => ok)).toEqual([true, true]);
      expect(busy.state.paths.toSorted()).toEqual([
        ...Array.from({ length: 5 }, () => '/flow'),
        ...Array.from({ length: 3 }, () => '/tool'),
      ]);
      expect(busy.state.most).toBe(1);
      expect(await turns()).toEqual([]);
    });

    it('refuse what would have to wait too long, without taking the time away from others', async () => {
      busy.reset();
      const connectionId = await connect({ throttle: { limit: 1, seconds: 3600 } });
      const flowId = await bed.publish([send(connectionId, busy.address)]);
      expect((await tryTool(connectionId)).isFailed).toBe(false);
      const free = () =>
        server.sql(`select free_at from run_keys where key like 'connection ' || $1 || '%'`, [connectionId]);
      const before = await free();
      expect(before).toHaveLength(1);
      expect(await tryTool(connectionId)).toMatchObject({
        isFailed: true,
        text: expect.stringContaining('As many as its limits allow use this connection') as string,
      });
      const refused = await client.send(flows.endpoints.testStep, {
        params: { id: flowId },
        body: { stepName: 'step_1' },
      });
      expect([refused.status, refused.body.code]).toEqual([429, 'connections.busy']);
      expect(await free()).toEqual(before);
      const runId = await bed.start(flowId);
      expect(await bed.waiting(runId, 'step_1')).toMatchObject({ isLimited: true });
      expect(busy.state.at).toHaveLength(1);
    });

    it('are free again when the process that held a turn has stopped, also for a flow that waits', async () => {
      busy.reset();
      const connectionId = await connect({ concurrency: { limit: 1 } });
      const flowId = await bed.publish([send(connectionId, busy.address)]);
      await server.sql(
        `insert into held_turns (tenant_id, id, limit_key, is_held, until)
          select tenant_id, 'trn_dead', 'connection ' || id || ' ', true, now() + interval '3 seconds'
          from connections where id = $1`,
        [connectionId],
      );
      const runId = await bed.start(flowId);
      expect(await bed.waiting(runId, 'step_1')).toMatchObject({ isLimited: true });
      await sleep(300);
      expect(busy.state.at).toEqual([]);
      expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
      expect((await tryTool(connectionId)).isFailed).toBe(false);
      expect(await turns()).toEqual([]);
    });

    it('give the turn back when the call fails, and count by the key of its input', async () => {
      busy.reset();
      const connectionId = await connect({ concurrency: { limit: 1, key: '{{input.url}}' } });
      const outcomes = await Promise.all(
        ['/a', '/a', '/broken', '/broken'].map((path) => tryTool(connectionId, path)),
      );
      expect(outcomes).toHaveLength(4);
      expect(busy.state.most).toBe(2);
      expect(await turns()).toEqual([]);
    });
  });
});

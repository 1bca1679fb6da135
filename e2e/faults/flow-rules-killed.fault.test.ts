import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../src/client.ts';
import { eventually } from '../src/eventually.ts';
import { step, webhookFlow } from '../src/flows/flow-steps.ts';
import { type Product, startProduct } from '../src/product.ts';
import { type EchoServer, startEcho } from '../src/runs/echo-server.ts';

const patience = { within: 60_000 };
const callsOfEach = 24;
const killsOfEach = 3;

describe('the rules of flows while the server is killed', () => {
  let product: Product;
  let echo: EchoServer;
  let client: Client;

  beforeAll(async () => {
    echo = await startEcho();
    product = await startProduct({ env: { OUTBOUND_ALLOW: new URL(echo.address).host } });
    ({ client } = await product.signUp());
  });
  afterAll(async () => {
    await product.close();
    await echo.close();
  });

  /** Publishes a flow that sends what its trigger gave to the echo, with these rules. Returns its id. */
  const publish = async (name: string, rules: object, connection: object = {}): Promise<string> => {
    const body = { flow: name, given: '{{trigger}}' };
    const send = { method: 'POST', url: echo.address, body, failOnError: true };
    const sending = step('step_1', 'http', 'send_request', send);
    const { flowId } = await client.post<{ flowId: string }>(
      '/api/orchestrator/flows',
      webhookFlow(name, [{ ...sending, settings: { ...(sending['settings'] as object), ...connection } }]),
    );
    await client.put(`/api/orchestrator/flows/${flowId}/settings`, rules);
    await client.post(`/api/orchestrator/flows/${flowId}/publish`, {});
    return flowId;
  };

  /** Calls the webhook. Returns whether the call was acknowledged. */
  const call = async (flowId: string, n: number): Promise<boolean> =>
    product
      .visitor()
      .send('POST', `/api/orchestrator/webhooks/${flowId}`, { n })
      .then(
        ({ status }) => status === 202,
        () => false,
      );

  /** Calls the webhook again and again while the server is killed, and once afterwards. Returns the numbers of the acknowledged calls. */
  const callWhileKilled = async (flowId: string): Promise<number[]> => {
    const acknowledged: number[] = [];
    let isOver = false;
    const killing = (async () => {
      for (let kill = 0; kill < killsOfEach; kill += 1) {
        // However slow the machine is, enough calls are acknowledged before each kill.
        const enough = ((kill + 1) * callsOfEach) / (2 * killsOfEach);
        await eventually(async () => acknowledged.length > enough, patience);
        await sleep(150 + Math.random() * 400);
        await product.kill('SIGKILL');
        await product.start();
      }
      isOver = true;
    })();
    let n = 0;
    for (; n < callsOfEach || !isOver; n += 1) {
      if (await call(flowId, n)) acknowledged.push(n);
      await sleep(40);
    }
    await killing;
    expect(await call(flowId, n)).toBe(true);
    return [...acknowledged, n];
  };

  /** The numbers of the calls that each effect of a flow was given. */
  const effectsOf = (name: string): number[][] =>
    [...echo.bodies.values()].flatMap((body) => {
      const { flow, given } = JSON.parse(body) as { flow: string; given: { body: { n: number } }[] };
      return flow === name ? [[given].flat().map(({ body: { n } }) => n)] : [];
    });

  const untilGiven = (name: string, wanted: readonly number[]): Promise<number[][]> =>
    eventually(async () => {
      const effects = effectsOf(name);
      const given = new Set(effects.flat());
      return wanted.every((n) => given.has(n)) && effects;
    }, patience);

  it('deliver each acknowledged call in exactly one batch', async () => {
    const flowId = await publish('batch', { batch: { size: 5, seconds: 2, key: '' } });
    const acknowledged = await callWhileKilled(flowId);
    expect(acknowledged.length).toBeGreaterThan(callsOfEach / 2);
    const batches = await untilGiven('batch', acknowledged);
    const given = batches.flat();
    expect(new Set(given).size).toBe(given.length);
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(5);
  });

  it('let each call under a throttle run once', async () => {
    const flowId = await publish('throttle', { throttle: { limit: 4, seconds: 1, key: '' } });
    const acknowledged = await callWhileKilled(flowId);
    expect(acknowledged.length).toBeGreaterThan(callsOfEach / 2);
    const given = (await untilGiven('throttle', acknowledged)).flat();
    expect(new Set(given).size).toBe(given.length);
  });

  it('let each step under the limits of its connection call once', async () => {
    const { connectionId } = await client.post<{ connectionId: string }>('/api/content/v2/connection', {
      ...{ service: 'WEB', kind: 'HTTP_AUTHENTICATION', name: 'Echo' },
      values: { site: echo.address, way: 'BEARER', secret: 's3cret' },
      limits: { throttle: { limit: 4, seconds: 1 }, concurrency: { limit: 1 } },
    });
    const flowId = await publish('connection', {}, { connectionId });
    const acknowledged = await callWhileKilled(flowId);
    expect(acknowledged.length).toBeGreaterThan(callsOfEach / 2);
    const given = (await untilGiven('connection', acknowledged)).flat();
    expect(new Set(given).size).toBe(given.length);
  });

  it('run once with the last acknowledged call when it has been quiet', async () => {
    const rules = { debounce: { quietSeconds: 3, mostSeconds: null, key: '' } };
    const flowId = await publish('debounce', rules);
    const acknowledged = await callWhileKilled(flowId);
    const last = acknowledged.at(-1) ?? -1;
    const given = (await untilGiven('debounce', [last])).flat();
    expect(new Set(given).size).toBe(given.length);
    // A start of the server may take longer than the quiet time, which then ends a series of calls.
    expect(given.length).toBeLessThanOrEqual(1 + killsOfEach);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import { step, webhookFlow } from '../src/flows/flow-steps.ts';
import { type Product, startProduct } from '../src/product.ts';
import { type EchoServer, startEcho } from '../src/runs/echo-server.ts';

const kills = 6;
const callers = 12;
const answersBetweenKills = 10;

interface Told {
  n: number;
  runId: string;
}

describe('flows whose callers wait for the response', () => {
  let product: Product;
  let echo: EchoServer;

  beforeAll(async () => {
    echo = await startEcho();
    product = await startProduct({ env: { OUTBOUND_ALLOW: new URL(echo.address).host } });
  });
  afterAll(async () => {
    await product.close();
    await echo.close();
  });

  /** Publishes a flow that calls the echo and answers. Returns the address that waits for the answer. */
  const publish = async (): Promise<string> => {
    const { client } = await product.signUp();
    const body = { n: '{{trigger.body.n}}', runId: '{{run.id}}' };
    const steps = [
      step('step_1', 'http', 'send_request', { method: 'POST', url: echo.address, body, failOnError: true }),
      step('step_2', 'webhook', 'return_response', { status: 200, headers: {}, body }),
    ];
    const { flowId } = await client.post<{ flowId: string }>(
      '/api/orchestrator/flows',
      webhookFlow('Answers', steps),
    );
    await client.post(`/api/orchestrator/flows/${flowId}/publish`, {});
    return `/api/orchestrator/webhooks/${flowId}/sync`;
  };

  /** Returns the answer; undefined when the server refused the call. */
  const answerTo = async (path: string, n: number): Promise<Told | undefined> => {
    const reply = await fetch(product.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ n }),
      signal: AbortSignal.timeout(10_000),
    });
    return reply.status === 200 ? ((await reply.json()) as Told) : undefined;
  };

  it('are stored before they call somebody and before they answer, and end after the server was killed', async () => {
    const path = await publish();
    const answers: Told[] = [];
    let asked = 0;
    let isOver = false;
    const ask = async () => {
      while (!isOver) {
        asked += 1;
        const answer = await answerTo(path, asked).catch(() => undefined);
        if (answer) answers.push(answer);
        else await sleep(50);
      }
    };
    const asking = Array.from({ length: callers }, ask);
    for (let kill = 0; kill < kills; kill += 1) {
      const until = (kill + 1) * answersBetweenKills;
      await eventually(async () => answers.length >= until, { within: 30_000, what: 'The answers' });
      await sleep(Math.random() * 300);
      await product.kill('SIGKILL');
      await product.start();
    }
    isOver = true;
    await Promise.all(asking);

    const rows = () =>
      product.sql<{ id: string; status: string }>(`select id, status from runs where kind = 'flows.run'`);
    await eventually(async () => (await rows()).every(({ status }) => status === 'COMPLETED'), {
      within: 60_000,
      what: 'The end of all runs',
    });
    const stored = new Set((await rows()).map(({ id }) => id));
    expect(answers.length).toBeGreaterThanOrEqual(kills * answersBetweenKills);
    expect(asked).toBeGreaterThan(answers.length);
    expect(answers.filter(({ runId }) => !stored.has(runId))).toEqual([]);
    const told = [...echo.bodies.values()].map((body) => (JSON.parse(body) as Told).runId);
    expect(told.filter((runId) => !stored.has(runId))).toEqual([]);
    expect(told.toSorted()).toEqual([...stored].toSorted());
  });
});

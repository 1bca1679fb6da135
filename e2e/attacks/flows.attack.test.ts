import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attacked, isHarmed, repeatedly, startAttacked } from '../src/attacked/attacked.ts';
import type { Client } from '../src/client.ts';
import { loop, type Step, step, webhookFlow } from '../src/flows/flow-steps.ts';

const respondWith = (name: string, body: string): Step =>
  step(name, 'webhook', 'return_response', { status: 200, headers: {}, body });

/** Goes one way when the condition holds, and another way otherwise. */
const chooseBy = (condition: Step, [yes, no]: readonly [Step, Step]): Step => ({
  ...{ name: 'step_1', displayName: 'Choose', type: 'ROUTER' },
  settings: {
    executionType: 'EXECUTE_FIRST_MATCH',
    branches: [
      { branchName: 'Found', branchType: 'CONDITION', conditions: [[condition]] },
      { branchName: 'Otherwise', branchType: 'FALLBACK' },
    ],
  },
  children: [yes, no],
});

/** A text in which a wanted one begins at every letter, and the wanted text, which is never complete. */
const letters = (length: number) => {
  const quarter = 'a'.repeat(length / 4);
  return { t: 'a'.repeat(length), p: `${quarter}b${quarter}` };
};

describe('flows that compute with large calls of strangers', () => {
  let attacked: Attacked;
  let client: Client;

  beforeAll(async () => {
    attacked = await startAttacked();
    ({ client } = await attacked.product.signUp());
  });
  afterAll(() => attacked.close());

  const publish = async (by: Client, only: Step): Promise<string> => {
    const { flowId } = await by.post<{ flowId: string }>(
      '/api/orchestrator/flows',
      webhookFlow('Flow', [only]),
    );
    await by.post(`/api/orchestrator/flows/${flowId}/publish`, {});
    return flowId;
  };
  const call = async (flowId: string, body: object, way: '' | '/sync' = '/sync') => {
    const answer = await fetch(`${attacked.product.origin}/api/orchestrator/webhooks/${flowId}${way}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };

  const contains = {
    firstValue: '{{trigger.body.t}}',
    operator: 'TEXT_CONTAINS',
    secondValue: '{{trigger.body.p}}',
    caseSensitive: true,
  };
  it.each([
    ['an expression', respondWith('step_1', '{{trigger.body.t.includes(trigger.body.p)}}'), 'false'],
    [
      'a condition',
      chooseBy(contains, [respondWith('step_2', 'found'), respondWith('step_3', 'nothing')]),
      'nothing',
    ],
    [
      'a replacement',
      respondWith('step_1', '{{trigger.body.t.replace(trigger.body.p, "x").length}}'),
      '300000',
    ],
  ])('keep nobody waiting while %s searches 300 KB, one or eight at a time', async (name, only, expected) => {
    const flowId = await publish(client, only);
    const body = letters(300_000);
    const search = async () => expect(await call(flowId, body)).toEqual({ status: 200, text: expected });
    await search();
    expect(await attacked.during(name, repeatedly(search))).not.toSatisfy(isHarmed);
    const eight = () => Promise.all(Array.from({ length: 8 }, search));
    expect(await attacked.during(`${name}, eight at once`, repeatedly(eight))).not.toSatisfy(isHarmed);
  });

  it('keep nobody waiting while a loop computes 2,000 times with 600 KB, and answer another company', async () => {
    const text =
      '{{trigger.body.big.includes("zzz")}} {{trigger.body.big.upper().length()}} {{trigger.body.big.replace("b", "c").length()}}';
    const looping = await publish(
      client,
      loop('step_1', '{{trigger.body.items}}', [step('step_2', 'input', 'trigger_input', { text })]),
    );
    const { client: other } = await attacked.product.signUp('Grace Hopper');
    const short = await publish(other, respondWith('step_1', 'Hello {{trigger.body.name.upper()}}'));
    const body = { items: Array.from({ length: 2000 }, (_, at) => at), big: 'ab'.repeat(300_000) };
    const started = await call(looping, body, '');
    expect(started.status).toBe(202);
    const { responseData } = JSON.parse(started.text) as { responseData: { runId: string } };
    const path = `/api/orchestrator/runs/${responseData.runId}`;
    const watch = async () => {
      for (const until = Date.now() + 4000; Date.now() < until; await sleep(100))
        expect(await call(short, { name: 'Ada' })).toEqual({ status: 200, text: 'Hello ADA' });
    };
    expect(await attacked.during('a loop of 2,000 rounds', watch)).not.toSatisfy(isHarmed);
    const { status } = await client.get<{ status: string }>(path);
    expect(['RUNNING', 'SUCCEEDED']).toContain(status);
    await client.send('POST', `${path}/cancel`, {});
  });
});

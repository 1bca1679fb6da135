import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attacked, isHarmed, startAttacked } from '../src/attacked/attacked.ts';
import type { Client } from '../src/client.ts';
import { step, webhookFlow } from '../src/flows/flow-steps.ts';

/** As much as a webhook takes. */
const most = 25 * 1024 * 1024;
const atOnce = 8;

/** JSON with as many values as are read, and as many bytes. */
const values = (): Buffer => {
  const entries = Array.from({ length: 999_990 }, (_nothing, at) => `"${String(at).padStart(23, '0')}"`);
  return Buffer.from(`{"id":"seven","entries":[${entries.join(',')}]}`).subarray(0, most);
};
const text = (): Buffer => Buffer.alloc(most, 'What a long text. ');
const form = (): Buffer =>
  Buffer.concat([Buffer.from('id=seven&text='), Buffer.alloc(most - 14, 'a+%C3%A4')]);
const xml = (): Buffer => {
  const [begin, end] = ['<?xml version="1.0"?><all>', '</all>'];
  return Buffer.concat([
    Buffer.from(begin),
    Buffer.alloc(most - begin.length - end.length, '<a b="c">d</a>'),
    Buffer.from(end),
  ]);
};

describe('eight webhooks of 25 MB at once', () => {
  let attacked: Attacked;
  let client: Client;

  beforeAll(async () => {
    attacked = await startAttacked();
    ({ client } = await attacked.product.signUp());
  });
  afterAll(() => attacked.close());

  const publish = async (result: string): Promise<string> => {
    const { flowId } = await client.post<{ flowId: string }>(
      '/api/orchestrator/flows',
      webhookFlow('Large', [step('step_1', 'input', 'trigger_input', { text: result })]),
    );
    await client.post(`/api/orchestrator/flows/${flowId}/publish`, {});
    return flowId;
  };

  const start = async (flowId: string, body: Buffer, headers: Record<string, string>): Promise<string> => {
    const answer = await fetch(`${attacked.product.origin}/api/orchestrator/webhooks/${flowId}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    });
    const reply = await answer.text();
    expect([answer.status, reply]).toEqual([202, expect.stringContaining('runId')]);
    return (JSON.parse(reply) as { responseData: { runId: string } }).responseData.runId;
  };

  const resultOf = async (runId: string): Promise<string> => {
    for (;;) {
      const run = await client.get<{ status: string; endedAt: string | null }>(
        `/api/orchestrator/runs/${runId}`,
      );
      if (run.endedAt === null) await sleep(200);
      else {
        const { steps } = await client.get<{ steps: { step: string; output: { text: string } | null }[] }>(
          `/api/orchestrator/runs/${runId}/steps?step=step_1`,
        );
        return `${run.status} ${steps[0]?.output?.text}`;
      }
    }
  };

  const json = { 'content-type': 'application/json' };
  it.each([
    ['JSON of a million values', values, json, '{{trigger.body.id}}', 'seven'],
    ['one long text', text, { 'content-type': 'text/plain' }, '{{trigger.body.slice(7, 11)}}', 'long'],
    [
      'JSON in gzip',
      () => gzipSync(values()),
      { ...json, 'content-encoding': 'gzip' },
      '{{trigger.body.id}}',
      'seven',
    ],
    [
      'a form',
      form,
      { 'content-type': 'application/x-www-form-urlencoded' },
      '{{trigger.body.text.slice(0, 3)}}',
      'a ä',
    ],
    ['XML', xml, { 'content-type': 'application/xml' }, '{{trigger.body.slice(0, 5)}}', '<?xml'],
  ])(
    'keep nobody waiting, and each run gets what it reads: %s',
    async (name, make, headers, result, expected) => {
      const flowId = await publish(result);
      const body = make();
      await resultOf(await start(flowId, body, headers));
      let arrivedMs = 0;
      let results: string[] = [];
      const harm = await attacked.during(`${atOnce} × ${name}`, async () => {
        const since = performance.now();
        const runs = await Promise.all(Array.from({ length: atOnce }, () => start(flowId, body, headers)));
        arrivedMs = performance.now() - since;
        results = await Promise.all(runs.map(resultOf));
      });
      process.stdout.write(`${name}: all taken after ${Math.round(arrivedMs)} ms\n`);
      expect(new Set(results)).toEqual(new Set([expect.stringContaining(expected)]));
      expect(harm).not.toSatisfy(isHarmed);
    },
    180_000,
  );
});

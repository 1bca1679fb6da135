import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { type FlowBed, flowBed } from '../../../../../tests/flow-bed.ts';
import { respondWith, webhookFlow } from '../../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { countMessages } from '../../../../../tests/wire.ts';

const { update, publish, setStatus, remove } = flows.endpoints;

describe('calls of a webhook that come together', () => {
  let server: TestServer;
  let client: Client;
  let bed: FlowBed;

  beforeAll(async () => {
    server = await startTestServer({ isCounted: true });
    ({ client } = await server.signUp());
    bed = flowBed(server, client);
  });
  afterAll(() => server.close());

  const numbers = Array.from({ length: 12 }, (_, n) => n);
  const askTogether = (flowId: string) => Promise.all(numbers.map((n) => bed.ask(flowId, { n })));
  const answers = async (flowId: string) => (await askTogether(flowId)).map(({ body }) => body);
  const publishAnswer = async (flowId: string, answer: string) => {
    const content = webhookFlow('Answer', [respondWith('step_1', answer)]);
    await client.call(update, { params: { id: flowId }, body: content });
    await client.call(publish, { params: { id: flowId } });
  };

  it('read the state of their flow fewer times than they are, and each get their own answer', async () => {
    const flowId = await bed.publish([respondWith('step_1', 'No. {{trigger.body.n}}')]);
    await bed.ask(flowId);
    let texts: unknown[] = [];
    const { statements } = await countMessages(server, async () => {
      texts = await answers(flowId);
    });
    expect(texts).toEqual(numbers.map((n) => `No. ${n}`));
    const reads = statements.filter((text) => text.includes('flow_versions'));
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.length).toBeLessThan(numbers.length / 2);
  });

  it('get the version that is published when they come, however often it changes', async () => {
    const flowId = await bed.publish([respondWith('step_1', 'first')]);
    expect(new Set(await answers(flowId))).toEqual(new Set(['first']));
    for (const next of ['second', 'third']) {
      await publishAnswer(flowId, next);
      expect(new Set(await answers(flowId))).toEqual(new Set([next]));
    }
  });

  it('are all refused once the flow is off or gone, and taken again once it is on', async () => {
    const flowId = await bed.publish([respondWith('step_1', 'on')]);
    const params = { id: flowId };
    const statuses = async () => new Set((await askTogether(flowId)).map(({ status }) => status));
    expect(await statuses()).toEqual(new Set([200]));
    await client.call(setStatus, { params, body: { status: 'DISABLED' } });
    expect(await statuses()).toEqual(new Set([409]));
    await client.call(setStatus, { params, body: { status: 'ENABLED' } });
    expect(await statuses()).toEqual(new Set([200]));
    await client.call(remove, { params });
    expect(await statuses()).toEqual(new Set([404]));
  });

  it('of two companies never share a flow', async () => {
    const other = (await server.signUp('Eve')).client;
    const [own, foreign] = await Promise.all([
      bed.publish([respondWith('step_1', 'ours')]),
      flowBed(server, other).publish([respondWith('step_1', 'theirs')]),
    ]);
    const [ours, theirs] = await Promise.all([answers(own), answers(foreign)]);
    expect([new Set(ours), new Set(theirs)]).toEqual([new Set(['ours']), new Set(['theirs'])]);
  });
});

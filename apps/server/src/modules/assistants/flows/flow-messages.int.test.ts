import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, respondWith, webhookFlow } from '../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { countMessages } from '../../../../tests/wire.ts';

describe('a webhook that takes five steps to its response', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ isCounted: true });
  });
  afterAll(() => server.close());

  it('takes few messages to PostgreSQL', async () => {
    const { client } = await server.signUp();
    const steps = [1, 2, 3, 4, 5].map((n) => keep(`step_${n}`, `{{trigger.body.n}} ${n}`));
    const { flowId } = await client.call(flows.endpoints.create, {
      body: webhookFlow('Counted', [...steps, respondWith('step_6', '{{step_5}}')]),
    });
    await client.call(flows.endpoints.publish, { params: { id: flowId } });
    const ask = async () => {
      const response = await fetch(`${server.origin}/api/orchestrator/webhooks/${flowId}/sync`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"n":7}',
      });
      expect(await response.text()).toBe('7 5');
    };
    await ask();
    const counts: number[] = [];
    for (let time = 0; time < 5; time += 1) counts.push((await countMessages(server, ask)).roundTrips);
    // What the flow is, and the start with all steps; a look for the response may come between.
    expect(Math.min(...counts)).toBeLessThanOrEqual(3);
  });
});

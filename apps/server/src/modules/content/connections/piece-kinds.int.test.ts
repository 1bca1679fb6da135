import { flows } from '@atelier/contracts/assistants/flows/flows';
import { connections } from '@atelier/contracts/content/connections/connections';
import { type FakeServer, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { pieceStep, respondWith, webhookFlow } from '../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

const { endpoints } = connections;

describe('connections of pieces', () => {
  let api: FakeServer;
  let server: TestServer;
  let client: Client;
  const seen: unknown[] = [];

  beforeAll(async () => {
    api = await startFakeServer(({ headers }, response) => {
      seen.push(headers['authorization']);
      return sendJson(response, { ok: true });
    });
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(api.origin).host } });
    ({ client } = await server.signUp());
  });
  afterAll(async () => {
    await server.close();
    await api.close();
  });

  it('are offered, tested, and used by a step of a flow', async () => {
    const { configurations } = await client.call(endpoints.kinds, { query: { service: 'WEB' } });
    expect(configurations.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['HTTP_AUTHENTICATION', 'WEBHOOK_CALLER']),
    );
    const kind = { service: 'WEB' as const, kind: 'HTTP_AUTHENTICATION' };
    const values = { site: api.origin, way: 'BEARER', secret: 's3cret' };
    const tested = await client.call(endpoints.test, { body: { ...kind, values } });
    expect(tested).toMatchObject({ ok: true, message: expect.stringContaining('only') as string });
    const { connectionId } = await client.call(endpoints.create, { body: { ...kind, name: 'API', values } });
    const step = pieceStep('step_1', ['http', 'send_request'], {
      url: `${api.origin}/orders`,
      method: 'GET',
    });
    const settings = { ...(step['settings'] as object), connectionId };
    const body = webhookFlow('Uses a connection', [{ ...step, settings }, respondWith('step_2', 'done')]);
    const { flowId } = await client.call(flows.endpoints.create, { body });
    await client.call(flows.endpoints.publish, { params: { id: flowId } });
    const response = await fetch(`${server.origin}/api/orchestrator/webhooks/${flowId}/sync`, {
      method: 'POST',
    });
    expect(response.status).toBe(200);
    expect(seen.at(-1)).toBe('Bearer s3cret');
  });
});

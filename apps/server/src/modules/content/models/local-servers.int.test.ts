import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { models } from '@atelier/contracts/content/models';
import { type FakeServer, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

let local: FakeOpenAI;
let other: FakeServer;
let server: TestServer;

beforeAll(async () => {
  local = await startFakeOpenAI();
  other = await startFakeServer((_request, response) => sendJson(response, { data: [{ id: 'a page' }] }));
  const gone = 'http://127.0.0.1:9';
  const addresses = [local.baseUrl.replace(/\/v1$/, ''), other.origin, gone];
  server = await startTestServer({ env: { LOCAL_MODEL_SERVERS: addresses.join(',') } });
});
afterAll(async () => {
  await server.close();
  await local.close();
  await other.close();
});

it('finds a server of models on the machine, offers its models to every company, and lets them answer', async () => {
  const { client } = await server.signUp();
  const { providers } = await client.call(models.endpoints.listProviders, {});
  const found = providers.filter(({ name }) => name.startsWith('Local server at '));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    name: `Local server at ${new URL(local.baseUrl).host}`,
    managed: true,
  });
  const modelId = `${found[0]?.providerId}/fake-chat`;
  const { appId } = await client.call(apps.endpoints.create, {
    body: { name: 'Local', access: 'PUBLIC', knowledgeBaseIds: [], modelId },
  });
  await client.call(chat.endpoints.query, { body: { appId, query: 'Hello?' } });
  expect(local.requests.some(({ path }) => path.endsWith('/chat/completions'))).toBe(true);
  expect(other.requests.map(({ path }) => path)).toEqual(['/v1/models']);
});

import { agents } from '@atelier/contracts/assistants/agents/agents';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { answerWith, chatFlow } from '../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase } from '../../../../tests/knowledge.ts';

let model: FakeServer;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  model = await startScriptedModel(() => ({ text: 'The agent says 25 days.' }));
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
  owner = (await server.signUp()).client;
  await offerModels(owner, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const makeApp = (settings: object) =>
  owner.call(apps.endpoints.create, {
    body: { name: `App ${crypto.randomUUID()}`, access: 'PUBLIC', ...settings },
  });
const readApp = (appId: string) => owner.call(apps.endpoints.get, { params: { id: appId } });
const ask = (appId: string) =>
  server
    .visitor()
    .call(chat.endpoints.query, { body: { appId, query: 'How many days of paid leave do I get?' } });

it('an app links knowledge bases, a flow or an agent, and what it links answers', {
  tags: ['APP-06'],
}, async () => {
  const knowledgeBaseIds = [
    await filledBase(owner, { 'leave.md': '# Leave\n\nEmployees get 25 days of paid leave per year.\n' }),
    await filledBase(owner, { 'pets.md': '# Pets\n\nDogs are welcome on Fridays.\n' }),
  ];
  const ofBases = await makeApp({ knowledgeBaseIds, modelId: 'atelier/extractive' });
  expect((await readApp(ofBases.appId)).knowledgeBaseIds).toEqual(knowledgeBaseIds);
  expect((await ask(ofBases.appId)).citations).toMatchObject([{ documentName: 'leave.md' }]);

  const flow = chatFlow(`Flow ${crypto.randomUUID()}`, [answerWith('step_1', 'The flow says 25 days.')]);
  const { flowId } = await owner.call(flows.endpoints.create, { body: flow });
  await owner.call(flows.endpoints.publish, { params: { id: flowId } });
  const ofFlow = await makeApp({ orchestration: 'ADVANCE', answererId: flowId });
  expect((await readApp(ofFlow.appId)).answerer).toMatchObject({ answererId: flowId });
  expect((await ask(ofFlow.appId)).answer).toBe('The flow says 25 days.');

  const named = { body: { name: `Agent ${crypto.randomUUID()}` } };
  const { agentId } = await owner.call(agents.endpoints.create, named);
  await owner.call(agents.endpoints.publish, { params: { id: agentId } });
  const ofAgent = await makeApp({ orchestration: 'AGENT', answererId: agentId });
  expect((await readApp(ofAgent.appId)).answerer).toMatchObject({ answererId: agentId });
  expect((await ask(ofAgent.appId)).answer).toBe('The agent says 25 days.');
});

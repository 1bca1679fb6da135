import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase } from '../../../../tests/knowledge.ts';

const chatUserId = 'visitor-0123456789abcdef';

describe('an answer with a figure that its source does not say', () => {
  let server: TestServer;
  let model: FakeServer;
  let appId: string;
  let text = '';

  beforeAll(async () => {
    model = await startScriptedModel(() => ({ text }));
    server = await startTestServer({ env: { OUTBOUND_ALLOW: '127.0.0.1,localhost' } });
    const { client } = await server.signUp();
    const { providerId } = await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
    const body = {
      name: 'Hotels',
      access: 'PUBLIC' as const,
      knowledgeBaseIds: [await filledBase(client, { 'rates.csv': 'City,Hotel,Rate\nParis,Pont Neuf,120\n' })],
      modelId: `${providerId}/writer`,
    };
    ({ appId } = await client.call(apps.endpoints.create, { body }));
  });
  afterAll(async () => {
    await server.close();
    await model.close();
  });

  it('names it, at once and in the stored conversation, and names none that the source says', async () => {
    const visitor = server.visitor();
    const ask = (query: string) => visitor.call(chat.endpoints.query, { body: { appId, query, chatUserId } });
    text = 'The Pont Neuf in Paris takes 130 a night [1].';
    const wrong = await ask('What does the Pont Neuf in Paris take?');
    expect(wrong.citations).toMatchObject([{ documentName: 'rates.csv', missingFigures: ['130'] }]);
    const { messages } = await visitor.call(chat.endpoints.session, {
      params: { conversationId: wrong.conversationId },
      query: { appId, chatUserId },
    });
    expect(messages).toMatchObject([{ citations: [{ missingFigures: ['130'] }] }]);
    text = 'The Pont Neuf in Paris takes 120 a night [1].';
    const right = await ask('What is the rate of the Pont Neuf in Paris?');
    expect(right.citations).toMatchObject([{ documentName: 'rates.csv' }]);
    expect(right.citations[0]).not.toHaveProperty('missingFigures');
  });
});

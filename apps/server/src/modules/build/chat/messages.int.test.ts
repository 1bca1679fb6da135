import { apps } from '@atelier/contracts/build/apps';
import { chat } from '@atelier/contracts/build/chat/chat';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { countMessages } from '../../../../tests/wire.ts';

const chatUserId = 'visitor-0123456789abcdef';

describe('messages to PostgreSQL for a follow-up question', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let owner: Client;
  let providerId: string;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    server = await startTestServer({
      isCounted: true,
      env: { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` },
    });
    owner = (await server.signUp()).client;
    providerId = (await offerModels(owner, provider.baseUrl, { chatModels: ['fake-chat'] })).providerId;
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  /** Counts the messages for the third question of a conversation. */
  const countFollowUp = async (asker: Client) => {
    const { appId } = await owner.call(apps.endpoints.create, {
      body: {
        name: `App ${crypto.randomUUID()}`,
        access: 'PUBLIC',
        orchestration: 'BASIC',
        modelId: `${providerId}/fake-chat`,
      },
    });
    let conversationId: string | undefined;
    const ask = async () => {
      const query = 'How many days of leave do employees get?';
      const body = { appId, query, chatUserId, ...(conversationId && { conversationId }) };
      const reply = await asker.call(chat.endpoints.query, { body });
      conversationId = reply.conversationId;
      return reply;
    };
    await ask();
    await ask();
    const counted = await countMessages(server, ask);
    return { ...counted, said: counted.statements.join('\n') };
  };

  it('are at most six in two transactions for a visitor of an app without knowledge', async () => {
    const { roundTrips, transactions, said } = await countFollowUp(server.visitor());
    expect(transactions, said).toBe(2);
    expect(roundTrips, said).toBeLessThanOrEqual(6);
  });
});

import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase } from '../../../../tests/knowledge.ts';
import { countMessages } from '../../../../tests/wire.ts';

const chatUserId = 'visitor-0123456789abcdef';

const handbook = '# Leave\n\nEmployees get 25 days of paid leave per year.\n';

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
    providerId = (
      await offerModels(owner, provider.baseUrl, {
        chatModels: ['fake-chat'],
        embeddingModels: ['fake-embedding'],
      })
    ).providerId;
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  /** Counts the messages for a question that is not the first of its conversation. By default it is always the same one. */
  const countFollowUp = async (
    asker: Client,
    knowledgeBaseIds: string[],
    nextQuestion = () => 'How many days of leave do employees get?',
  ) => {
    const { appId } = await owner.call(apps.endpoints.create, {
      body: {
        name: `App ${crypto.randomUUID()}`,
        access: 'PUBLIC',
        orchestration: 'BASIC',
        knowledgeBaseIds,
        modelId: `${providerId}/fake-chat`,
      },
    });
    let conversationId: string | undefined;
    const ask = async () => {
      const body = { appId, query: nextQuestion(), chatUserId, ...(conversationId && { conversationId }) };
      const reply = await asker.call(chat.endpoints.query, { body });
      conversationId = reply.conversationId;
      return reply;
    };
    await ask();
    await ask();
    // Timers of the server may send statements during one of the questions, but not during all three.
    const counts = [];
    for (let time = 0; time < 3; time += 1) counts.push(await countMessages(server, ask));
    const [least] = counts.sort((one, other) => one.roundTrips - other.roundTrips);
    if (!least) throw new Error('Nothing was counted.');
    return { ...least, said: least.statements.join('\n') };
  };

  it('are at most two in two transactions for a visitor of an app without knowledge', async () => {
    const { roundTrips, transactions, said } = await countFollowUp(server.visitor(), []);
    expect(transactions, said).toBe(2);
    expect(roundTrips, said).toBeLessThanOrEqual(2);
  });

  it('are at most three in two transactions for a member who asks an app without knowledge', async () => {
    const { roundTrips, transactions, said } = await countFollowUp(owner, []);
    expect(transactions, said).toBe(2);
    expect(roundTrips, said).toBeLessThanOrEqual(3);
  });

  it('are at most five in three transactions over a knowledge base, for a question that was asked before', async () => {
    const base = await filledBase(owner, { 'handbook.md': handbook });
    const { roundTrips, transactions, said } = await countFollowUp(server.visitor(), [base]);
    expect(transactions, said).toBe(3);
    expect(roundTrips, said).toBeLessThanOrEqual(5);
  });

  it('are at most eight in three transactions over a knowledge base, for a new question', async () => {
    const base = await filledBase(owner, { 'handbook.md': handbook });
    let asked = 0;
    const nextQuestion = () => {
      asked += 1;
      return `How many days of leave do employees get in week ${asked}?`;
    };
    const { roundTrips, transactions, said } = await countFollowUp(server.visitor(), [base], nextQuestion);
    expect(provider.requests.filter(({ path }) => path.endsWith('/embeddings')).length).toBeGreaterThan(
      asked,
    );
    expect(transactions, said).toBe(3);
    expect(roundTrips, said).toBeLessThanOrEqual(8);
  });
});

import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { countMessages } from '../../../../tests/wire.ts';

const most = 12;
const files = 60;

describe('the messages to PostgreSQL for a small file', () => {
  let server: TestServer;
  let fake: FakeOpenAI;

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    server = await startTestServer({
      isCounted: true,
      env: { OUTBOUND_ALLOW: new URL(fake.baseUrl).host },
    });
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  /** Imports many small files. Returns the round trips and transactions for each, from the upload to the end of its run. */
  const countAFile = async (embeddingModels: string[]) => {
    const { client, user } = await server.signUp();
    if (embeddingModels.length > 0)
      await offerModels(client, fake.baseUrl, { chatModels: [], embeddingModels });
    const id = await newKnowledgeBase(client);
    const texts = Object.fromEntries(
      Array.from({ length: files }, (_, at) => [`${at}.txt`, `Note ${at} says what nobody else says.`]),
    );
    const counted = await countMessages(server, async () => {
      await importTexts(client, id, texts);
      await eventually(async () => {
        const [row] = await server.sql<{ done: number }>(
          `select count(*)::int as done from runs where tenant_id = $1 and status = 'COMPLETED'`,
          [user.tenantId],
        );
        return row?.done === files;
      }, 60_000);
    });
    return { roundTrips: counted.roundTrips / files, transactions: counted.transactions / files };
  };

  it('are few beside the batches that files share, without and with embeddings', async () => {
    for (const models of [[], ['fake-embedding']]) {
      const { roundTrips, transactions } = await countAFile(models);
      expect(roundTrips).toBeLessThanOrEqual(most);
      expect(transactions).toBeLessThanOrEqual(most / 4);
    }
  }, 120_000);
});

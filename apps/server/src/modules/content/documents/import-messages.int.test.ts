import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { countMessages } from '../../../../tests/wire.ts';

const most = 12;
const mostAlone = 26;
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

  /** Makes a company with a knowledge base. Returns a function that imports files and counts the messages until the last run has ended. */
  const prepare = async (embeddingModels: readonly string[]) => {
    const { client, user } = await server.signUp();
    if (embeddingModels.length > 0)
      await offerModels(client, fake.baseUrl, { chatModels: [], embeddingModels: [...embeddingModels] });
    const id = await newKnowledgeBase(client);
    const untilDone = (count: number) =>
      eventually(async () => {
        const [row] = await server.sql<{ done: number }>(
          `select count(*)::int as done from runs where tenant_id = $1 and status = 'COMPLETED'`,
          [user.tenantId],
        );
        return row?.done === count;
      }, 60_000);
    let made = 0;
    const textsOf = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, () => {
          made += 1;
          return [`${made}.txt`, `Note ${made} says what nobody else says.`];
        }),
      );
    /** Sends as many forms at once, each with as many files. */
    return async ({ forms, each }: { forms: number; each: number }) => {
      const counted = await countMessages(server, async () => {
        await Promise.all(Array.from({ length: forms }, () => importTexts(client, id, textsOf(each))));
        await untilDone(made);
      });
      const files = forms * each;
      return { roundTrips: counted.roundTrips / files, transactions: counted.transactions / files };
    };
  };

  it('are few beside the batches that files share, without and with embeddings', async () => {
    for (const models of [[], ['fake-embedding']]) {
      const importFiles = await prepare(models);
      const { roundTrips, transactions } = await importFiles({ forms: 1, each: files });
      expect(roundTrips).toBeLessThanOrEqual(most);
      expect(transactions).toBeLessThanOrEqual(most / 4);
    }
  }, 120_000);

  it('are few for a file alone, without and with embeddings', async () => {
    for (const models of [[], ['fake-embedding']]) {
      const importFiles = await prepare(models);
      await importFiles({ forms: 1, each: 1 });
      const { roundTrips, transactions } = await importFiles({ forms: 1, each: 1 });
      expect(roundTrips).toBeLessThanOrEqual(mostAlone);
      expect(transactions).toBeLessThanOrEqual(mostAlone / 2);
    }
  }, 120_000);
});

import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { countMessages } from '../../../../tests/wire.ts';

const most = 12;
const mostAlone = 24;
const mostApart = 20;
const files = 60;
const tries = 3;

interface Messages {
  roundTrips: number;
  transactions: number;
}

/**
 * Measures until the messages are few enough, and returns the fewest. What the server does by itself is counted too, and how much of the
 * work meets depends on the load of the machine.
 */
const fewest = async (measure: () => Promise<Messages>, enough: Messages): Promise<Messages> => {
  let least = await measure();
  for (let tried = 1; tried < tries; tried += 1) {
    if (least.roundTrips <= enough.roundTrips && least.transactions <= enough.transactions) break;
    const { roundTrips, transactions } = await measure();
    least = {
      roundTrips: Math.min(least.roundTrips, roundTrips),
      transactions: Math.min(least.transactions, transactions),
    };
  }
  return least;
};

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
      return {
        roundTrips: counted.roundTrips / files,
        transactions: counted.transactions / files,
        statements: counted.statements,
      };
    };
  };

  it('are few beside the batches that files share, without and with embeddings', async () => {
    for (const models of [[], ['fake-embedding']]) {
      const importFiles = await prepare(models);
      const enough = { roundTrips: most, transactions: most / 4 };
      const found = await fewest(() => importFiles({ forms: 1, each: files }), enough);
      expect(found.roundTrips).toBeLessThanOrEqual(enough.roundTrips);
      expect(found.transactions).toBeLessThanOrEqual(enough.transactions);
    }
  }, 240_000);

  it('are few for a file alone, without and with embeddings', async () => {
    for (const models of [[], ['fake-embedding']]) {
      const importFiles = await prepare(models);
      await importFiles({ forms: 1, each: 1 });
      const enough = { roundTrips: mostAlone, transactions: mostAlone / 2 };
      const found = await fewest(() => importFiles({ forms: 1, each: 1 }), enough);
      expect(found.roundTrips).toBeLessThanOrEqual(enough.roundTrips);
      expect(found.transactions).toBeLessThanOrEqual(enough.transactions);
    }
  }, 120_000);

  it('are shared by files that come in forms of their own at the same time', async () => {
    for (const models of [[], ['fake-embedding']]) {
      const importFiles = await prepare(models);
      await importFiles({ forms: 1, each: 1 });
      const enough = { roundTrips: mostApart, transactions: mostApart / 2 };
      const found = await fewest(() => importFiles({ forms: 16, each: 1 }), enough);
      expect(found.roundTrips).toBeLessThanOrEqual(enough.roundTrips);
      expect(found.transactions).toBeLessThanOrEqual(enough.transactions);
    }
  }, 120_000);

  it('are two for the progress of an import, the caller included', async () => {
    const { client } = await server.signUp();
    const id = await newKnowledgeBase(client);
    const path = `/api/import/knowledge-base/${id}/imports?limit=1`;
    expect((await client.fetch(path)).status).toBe(200);
    const counted = [];
    for (let time = 0; time < 5; time += 1)
      counted.push((await countMessages(server, () => client.fetch(path))).roundTrips);
    expect(Math.min(...counted)).toBeLessThanOrEqual(2);
  });

  it('leave in an order in which what is read under a lock is read after it', async () => {
    const importFiles = await prepare([]);
    const { statements } = await importFiles({ forms: 1, each: 1 });
    const place = (part: string, from = 0) => {
      const found = statements.findIndex((text, at) => at >= from && text.includes(part));
      expect(found, part).toBeGreaterThanOrEqual(0);
      return found;
    };
    const files = place('pg_advisory_xact_lock');
    expect(statements[files + 1]).toContain('wanted.sha256');
    const subscription = place('from "subscriptions" for update');
    expect(statements[subscription + 1]).toContain('document_versions');
    const version = place('from "index_versions" where "index_versions"."id" = $1 for no key update');
    expect(place('from "knowledge_bases"', version)).toBeGreaterThan(version);
    expect(place('atelier.end_runs', version)).toBeGreaterThan(version);
  }, 120_000);
});

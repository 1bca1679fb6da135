import { setTimeout as sleep } from 'node:timers/promises';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerModels } from '../fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { explainedBy, explainStatements, type PlanNode } from './explained.ts';

/** The indexes of so many rows have a second level, as those of the rows after them. */
const firstAnswers = 400;
const answers = 3_000;
const callers = 12;
/** PostgreSQL decides on the plan of a named statement at its sixth use, and statements are named from the third. */
const usesBefore = 10;
const measured = 7;
/** Longer than the two seconds after which an idle server looks for work again, in milliseconds. */
const idleMs = 5_000;
/** What one question may read beyond another one because of the places of its rows, such as the versions of a balance. */
const allowed = 1.2;

const blocksOf = ({ 'Shared Hit Blocks': hit, 'Shared Read Blocks': read }: PlanNode): number => hit + read;

describe('a question without knowledge', () => {
  let provider: FakeOpenAI;
  let server: TestServer;
  let settings: { env: Record<string, string> };
  let appId: string;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { host, hostname } = new URL(provider.baseUrl);
    settings = { env: { OUTBOUND_ALLOW: `${host},${hostname}`, FREE_CREDITS: '1000000000' } };
    server = await startTestServer(settings);
    const { client } = await server.signUp();
    const { providerId } = await offerModels(client, provider.baseUrl, { chatModels: ['fake-tokens-10'] });
    const body = { name: 'Leave', access: 'PUBLIC' as const, modelId: `${providerId}/fake-tokens-10` };
    ({ appId } = await client.call(apps.endpoints.create, { body }));
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const askOn = (asked: TestServer) => {
    const visitor = asked.visitor();
    return () =>
      visitor.call(chat.endpoints.query, {
        body: { appId, query: 'How many days of leave do I get?', chatUserId: crypto.randomUUID() },
      });
  };

  /**
   * Returns the blocks that each of some questions reads, the fewest first, on connections that explain their statements. Statements that an
   * idle server sends, too, such as the search for work, are left out: on a busy machine they coincide with every question.
   */
  const countBlocks = async (): Promise<number[]> => {
    // Versions of rows that nobody sees any more go now, and not whenever the database gets to it.
    await server.sql('vacuum');
    const database = new URL(server.databaseUrl).pathname.slice(1);
    await explainStatements((statement) => server.sql(statement), database);
    const counted = await server.another({ ...settings, isCounted: true });
    const ask = askOn(counted);
    try {
      for (let use = 0; use < usesBefore; use += 1) await ask();
      const idle = new Set((await explainedBy(counted, () => sleep(idleMs))).map(({ text }) => text));
      const blocks: number[] = [];
      for (let time = 0; time < measured; time += 1) {
        const explained = (await explainedBy(counted, ask)).filter(({ text }) => !idle.has(text));
        expect(explained.length).toBeGreaterThan(10);
        blocks.push(explained.reduce((sum, { plan }) => sum + blocksOf(plan), 0));
      }
      return blocks.sort((one, other) => one - other);
    } finally {
      await counted.close();
      await server.sql(`alter database ${database} reset all`);
    }
  };

  const answer = async (count: number): Promise<void> => {
    const filling = await server.another(settings);
    const ask = askOn(filling);
    let begun = 0;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        for (; begun < count; begun += 1) await ask();
      }),
    );
    await filling.close();
  };

  it('reads as few blocks after 3,000 answers as after 400', async () => {
    await answer(firstAnswers);
    const [before = 0] = await countBlocks();
    await answer(answers - firstAnswers);
    const [found] = await server.sql<{ answers: number }>(
      'select count(*)::int as answers from messages where answer is not null',
    );
    expect(found?.answers).toBeGreaterThanOrEqual(answers);
    const [after = Number.POSITIVE_INFINITY] = await countBlocks();
    expect(before).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(before * allowed);
  }, 300_000);
});

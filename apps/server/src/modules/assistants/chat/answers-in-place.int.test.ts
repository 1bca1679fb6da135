import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';

const asked = 20;

describe('the row of a question', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let appId: string;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    server = await startTestServer({ env: { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` } });
    const owner = (await server.signUp()).client;
    const offered = await offerModels(owner, provider.baseUrl, { chatModels: ['fake-chat'] });
    const modelId = `${offered.providerId}/fake-chat`;
    const body = { name: 'Helpdesk', access: 'PUBLIC', orchestration: 'BASIC', modelId } as const;
    ({ appId } = await owner.call(apps.endpoints.create, { body }));
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const ask = async () => {
    const body = {
      appId,
      query: 'How many days of leave do employees get?',
      chatUserId: crypto.randomUUID(),
    };
    for (let time = 0; time < asked; time += 1)
      await server.visitor().call(chat.endpoints.query, { body: { ...body } });
  };

  /** Reads how many answers PostgreSQL has stored in place, once it has counted all of them. */
  const inPlace = (updates: number) =>
    eventually(async () => {
      const [row] = await server.sql<{ updates: number; in_place: number }>(
        `select n_tup_upd::int as updates, n_tup_hot_upd::int as in_place from pg_stat_user_tables
         where relname = 'messages'`,
      );
      return row && row.updates >= updates ? row : undefined;
    });

  it('is one row that its answer changes in place, without writing to the indexes again', async () => {
    await ask();
    const { updates, in_place: stored } = await inPlace(asked);
    expect(updates).toBe(asked);
    expect(stored / asked).toBeGreaterThanOrEqual(0.7);
  });
});

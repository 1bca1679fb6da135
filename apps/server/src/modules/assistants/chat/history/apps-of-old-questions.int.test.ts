import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { migrate } from '../../../../kernel/db/migrate.ts';

const migration = '0331_questions_of_apps.sql';

describe('questions that are older than the column of their app', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('are named after the app of their conversation, and the rows of companies stay locked', async () => {
    const { client } = await server.signUp();
    const body = { name: 'Old', access: 'PUBLIC' as const, knowledgeBaseIds: [] };
    const { appId } = await client.call(apps.endpoints.create, { body });
    await client.call(chat.endpoints.query, { body: { appId, query: 'Is it open?' } });
    await server.sql(`
      drop trigger messages_name_their_app on messages;
      drop function atelier.name_app_of_message;
      alter table messages drop column app_id;
      delete from schema_migrations where name = '${migration}'`);
    const owner = new pg.Pool({ connectionString: server.databaseUrl, max: 2 });
    owner.on('error', () => undefined).on('connect', (one) => void one.on('error', () => undefined));
    const directory = new URL('../../../../../migrations', import.meta.url).pathname;
    expect(await migrate(owner, directory)).toEqual([migration]);
    await owner.end();
    const { items } = await client.call(history.endpoints.queryHistory, { query: { appId } });
    expect(items.map(({ question }) => question)).toEqual(['Is it open?']);
    const locked = await server.sql<{ forced: boolean }>(
      "select relforcerowsecurity as forced from pg_class where relname in ('messages', 'conversations')",
    );
    expect(locked).toEqual([{ forced: true }, { forced: true }]);
  });
});

import { access } from '@atelier/contracts/account/access';
import { people } from '@atelier/contracts/account/people/people';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { openai } from '@atelier/contracts/assistants/programs/openai';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { Role } from '@atelier/contracts/kernel/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';
import { joinTenant, type TestMember } from '../../../../tests/member.ts';

interface Things {
  publicApp: string;
  privateApp: string;
  base: string;
  importId: string;
}

describe('what each role sees', () => {
  let server: TestServer;
  let owner: Client;
  let tenantId: string;
  let things: Things;

  beforeAll(async () => {
    server = await startTestServer();
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
    const base = await newKnowledgeBase(owner);
    const imports = await importTexts(owner, base, { 'leave.txt': 'Annual leave is 25 days.' });
    const ids = imports.map(({ knowledgeBaseImportId }) => knowledgeBaseImportId);
    await settled(owner, ids);
    const newApp = async (name: string, level: 'PUBLIC' | 'PRIVATE') =>
      (await owner.call(apps.endpoints.create, { body: { name, access: level, knowledgeBaseIds: [base] } }))
        .appId;
    things = {
      publicApp: await newApp('Open desk', 'PUBLIC'),
      privateApp: await newApp('Closed desk', 'PRIVATE'),
      base,
      importId: ids[0] ?? '',
    };
  });
  afterAll(() => server.close());

  const join = (role: Role): Promise<TestMember> => joinTenant(server, { tenantId, role });
  const give = (entityId: string, { email }: TestMember) =>
    owner.call(access.endpoints.give, { body: { entityId, email } });

  const appsOf = async (client: Client) =>
    (await client.call(apps.endpoints.list, {})).items.map(({ name }) => name).toSorted();
  const basesOf = async (client: Client) =>
    (await client.call(knowledge.endpoints.list, {})).items.map(({ knowledgeBaseId }) => knowledgeBaseId);
  const foundBy = async (client: Client) =>
    (await client.call(people.endpoints.searchEntities, {})).entities
      .map(({ entityId }) => entityId)
      .toSorted();
  const ask = (client: Client, appId: string) =>
    client.send(chat.endpoints.query, { body: { appId, query: 'How much annual leave?', stream: false } });

  /** Calls every endpoint that leads to a knowledge base and its document, and returns the statuses of the answers. */
  const waysToKnowledge = async (client: Client): Promise<Set<number>> => {
    const { base, importId } = things;
    const answers = await Promise.all([
      client.send(knowledge.endpoints.get, { params: { id: base } }),
      client.send(documentImports.endpoints.listImports, { params: { id: base } }),
      client.send(documentImports.endpoints.listChunks, { params: { knowledgeBaseImportId: importId } }),
      client.send(documentImports.endpoints.readSource, { params: { knowledgeBaseImportId: importId } }),
      client.send(retrieval.endpoints.retrievalTest, { body: { knowledgeBaseId: base, query: 'leave' } }),
    ]);
    const download = await client.fetch(
      documentImports.endpoints.download.path.replace(':knowledgeBaseImportId', importId),
    );
    await download.body?.cancel();
    return new Set([...answers.map(({ status }) => status), download.status]);
  };

  it.each(['OWNER', 'ADMIN', 'BUILDER'] as const)(
    'includes everything for %s',
    { tags: ['ROLE-15'] },
    async (role) => {
      const client = role === 'OWNER' ? owner : (await join(role)).client;
      expect(await appsOf(client)).toEqual(['Closed desk', 'Open desk']);
      expect(await basesOf(client)).toEqual([things.base]);
      expect(await waysToKnowledge(client)).toEqual(new Set([200]));
      expect((await ask(client, things.privateApp)).status).toBe(200);
    },
  );

  it('includes for a user the public apps, every knowledge base, and what was granted to them', {
    tags: ['ROLE-15'],
  }, async () => {
    const user = await join('USER');
    expect(await appsOf(user.client)).toEqual(['Open desk']);
    expect(await waysToKnowledge(user.client)).toEqual(new Set([200]));
    expect(await foundBy(user.client)).toEqual([things.base, things.publicApp].toSorted());
    expect((await ask(user.client, things.privateApp)).body.code).toBe('chat.app_not_found');
    await give(things.privateApp, user);
    expect(await appsOf(user.client)).toEqual(['Closed desk', 'Open desk']);
    expect((await ask(user.client, things.privateApp)).status).toBe(200);
  });

  it('includes for an operator only what was granted to them: nothing at first', {
    tags: ['ROLE-15'],
  }, async () => {
    const operator = await join('OPERATOR');
    const { client } = operator;
    expect([await appsOf(client), await basesOf(client), await foundBy(client)]).toEqual([[], [], []]);
    expect(await waysToKnowledge(client)).toEqual(new Set([404]));
    const { status } = await client.send(apps.endpoints.get, { params: { id: things.publicApp } });
    expect(status).toBe(404);
    const imports = { query: { kbImportIds: things.importId } };
    expect((await client.call(documentImports.endpoints.getImports, imports)).imports).toEqual([]);
    const events = await client.fetch(
      `${documentImports.endpoints.events.path}?knowledgeBaseId=${things.base}`,
    );
    expect(events.status).toBe(404);
  });

  it('excludes the knowledge bases of a granted app, which answers an operator nevertheless', async () => {
    const operator = await join('OPERATOR');
    await give(things.privateApp, operator);
    const app = await operator.client.call(apps.endpoints.get, { params: { id: things.privateApp } });
    expect([app.name, app.knowledgeBases, app.knowledgeBaseIds]).toEqual(['Closed desk', [], []]);
    const { status, body } = await ask(operator.client, things.privateApp);
    expect([status, body.responseData?.answer]).toEqual([200, expect.stringContaining('25 days')]);
    expect(await waysToKnowledge(operator.client)).toEqual(new Set([404]));
    await give(things.base, operator);
    expect(await waysToKnowledge(operator.client)).toEqual(new Set([200]));
    const base = await operator.client.call(knowledge.endpoints.get, { params: { id: things.base } });
    expect(base.apps.map(({ name }) => name)).toEqual(['Closed desk']);
  });

  it('includes a public app for anyone with its link, and a private one for members it was granted to', async () => {
    const [operator, stranger] = [await join('OPERATOR'), await server.signUp('Alan Turing')];
    for (const client of [server.visitor(), stranger.client, operator.client])
      expect((await ask(client, things.publicApp)).status).toBe(200);
    const codes = [];
    for (const client of [server.visitor(), stranger.client, operator.client])
      codes.push((await ask(client, things.privateApp)).body.code);
    expect(codes).toEqual(['chat.private_app', 'chat.private_app', 'chat.app_not_found']);
  });

  it('includes the conversations of a private app only as long as the app is granted', async () => {
    const operator = await join('OPERATOR');
    await give(things.privateApp, operator);
    const place = { appId: things.privateApp, chatUserId: crypto.randomUUID() };
    const asked = await operator.client.call(chat.endpoints.query, {
      body: { ...place, query: 'How much annual leave?', stream: false },
    });
    const source = { query: { ...place, queryId: asked.queryId, index: 1 } };
    expect((await operator.client.send(chat.endpoints.source, source)).status).toBe(200);
    await owner.call(access.endpoints.remove, {
      params: { entityId: things.privateApp },
      query: { userId: operator.userId },
    });
    const { status, body } = await operator.client.send(chat.endpoints.source, source);
    expect([status, body.code]).toEqual([404, 'chat.app_not_found']);
  });

  it('includes as models, for programs, the apps that the holder of the API key sees', async () => {
    const operator = await join('OPERATOR');
    await give(things.privateApp, operator);
    const modelsOf = async (client: Client) => {
      const reply = await client.fetch(openai.endpoints.models.path);
      return ((await reply.json()) as { data: { id: string }[] }).data.map(({ id }) => id).toSorted();
    };
    expect(await modelsOf(operator.client)).toEqual([`app:${things.privateApp}`]);
    expect(await modelsOf((await join('USER')).client)).toEqual([`app:${things.publicApp}`]);
    const other = await join('OPERATOR');
    const refused = await other.client.send(openai.endpoints.chatCompletions, {
      body: { model: `app:${things.privateApp}`, messages: [{ role: 'user', content: 'leave?' }] },
    });
    expect(refused.status).toBe(404);
  });

  it('includes as models only apps that are active', { tags: ['ROUTE-02'] }, async () => {
    const { client } = await server.signUp('Katherine Johnson');
    const newApp = async (name: string) =>
      (await client.call(apps.endpoints.create, { body: { name, access: 'PUBLIC' } })).appId;
    const [, appId] = [await newApp('On'), await newApp('Off')];
    await client.call(apps.endpoints.update, { body: { appId, active: false } });
    const { items, total } = await client.call(apps.endpoints.list, { query: { active: 'true' } });
    expect([items.map(({ name }) => name), total]).toEqual([['On'], 1]);
  });
});

import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { quickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, settled } from '../../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../../tests/member.ts';

const handbook = `# Larkspur handbook

## Annual leave
The annual leave is 28 days a year. Days that are left expire on 31 March.

## Repairs
The standard repair takes 3 working days. We ask before it costs more than 150 euros.

## Warranty
The warranty on frames is 10 years. It does not cover rust.

## Company bicycles
Everybody may ride one of the bicycles of the workshop to their home.
`;

describe('a quick start that fails half-way', () => {
  it('leaves no knowledge base behind when the app cannot be made', async () => {
    const server = await startTestServer();
    await server.sql("alter table apps add constraint no_handbook check (name <> 'Handbook')");
    const { client } = await server.signUp();
    const refused = await client.send(quickStart.endpoints.begin, { body: { name: 'Handbook' } });
    expect(refused.status).toBe(500);
    expect((await client.call(knowledge.endpoints.list, {})).total).toBe(0);
    expect(await client.call(quickStart.endpoints.find, {})).toEqual({ quickStart: null });
    await server.close();
  });
});

describe('a quick start', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { begin, find, end, suggestQuestions } = quickStart.endpoints;
  const newcomer = async () => (await server.signUp()).client;

  it('creates one knowledge base and one private app on it, however often it is clicked', async () => {
    const client = await newcomer();
    const replies = await Promise.all(
      ['Handbook', 'Handbook', 'Other'].map((name) => client.call(begin, { body: { name } })),
    );
    expect(new Set(replies.map(({ appId }) => appId)).size).toBe(1);
    const [made] = replies;
    expect(await client.call(find, {})).toEqual({ quickStart: made });
    const list = await client.call(apps.endpoints.list, {});
    expect(list.items).toMatchObject([
      { appId: made?.appId, access: 'PRIVATE', knowledgeBaseIds: [made?.knowledgeBaseId] },
    ]);
    expect((await client.call(knowledge.endpoints.list, {})).total).toBe(1);
  });

  it('uses the next free name, and starts again once it has ended or its app is deleted', async () => {
    const client = await newcomer();
    await client.call(knowledge.endpoints.create, { body: { name: 'handbook' } });
    await client.call(apps.endpoints.create, { body: { name: 'Handbook 2' } });
    const first = await client.call(begin, { body: { name: 'Handbook' } });
    expect(first.name).toBe('Handbook 3');
    await client.call(end, {});
    expect(await client.call(find, {})).toEqual({ quickStart: null });
    const second = await client.call(begin, { body: { name: 'Handbook' } });
    expect(second.name).toBe('Handbook 4');
    await client.call(apps.endpoints.remove, { params: { id: second.appId } });
    expect(await client.call(find, {})).toEqual({ quickStart: null });
  });

  it('belongs to one user, and expires after a day', async () => {
    const { client, user } = await server.signUp();
    const colleague = await joinTenant(server, { tenantId: user.tenantId, role: 'BUILDER' });
    const made = await client.call(begin, { body: { name: 'Handbook' } });
    expect(await colleague.client.call(find, {})).toEqual({ quickStart: null });
    await server.sql("update quick_starts set created_at = now() - interval '25 hours' where app_id = $1", [
      made.appId,
    ]);
    expect(await client.call(find, {})).toEqual({ quickStart: null });
    const next = await client.call(begin, { body: { name: 'Handbook' } });
    expect(next.appId).not.toBe(made.appId);
  });

  it('suggests three questions that the documents answer, and each is answered with a source', {
    tags: ['APP-13'],
  }, async () => {
    const client = await newcomer();
    const refused = await client.send(suggestQuestions, {});
    expect(refused.body.code).toBe('quick_start.not_found');
    const { knowledgeBaseId, appId } = await client.call(begin, { body: { name: 'Handbook' } });
    expect(await client.call(suggestQuestions, {}), 'nothing is read yet').toEqual({ questions: [] });
    const imports = await importTexts(client, knowledgeBaseId, { 'handbook.md': handbook });
    await settled(
      client,
      imports.map((each) => each.knowledgeBaseImportId),
    );
    const { questions } = await client.call(suggestQuestions, {});
    expect(questions).toHaveLength(3);
    const app = await client.call(apps.endpoints.get, { params: { id: appId } });
    expect(app.sampleQuestions).toEqual(questions);
    expect(await client.call(suggestQuestions, {}), 'the app keeps them').toEqual({ questions });
    expect(questions).toEqual([
      'What is the annual leave?',
      'How long does the standard repair take?',
      'What is the warranty on frames?',
    ]);
    for (const query of questions) {
      const answer = await client.call(chat.endpoints.query, { body: { appId, query } });
      expect(answer, query).toMatchObject({ citations: [expect.anything()] });
    }
  });

  it('suggests what the app itself answers, in the language of the documents and in words that a person would write', {
    tags: ['APP-13'],
  }, async () => {
    const client = await newcomer();
    const { knowledgeBaseId, appId } = await client.call(begin, { body: { name: 'Lamps' } });
    const imports = await importTexts(client, knowledgeBaseId, {
      'faq.md':
        '# Häufige Fragen\n\n## Rückgabe\nDie Lampe kann innerhalb von 30 Tagen zurückgegeben werden.\n',
      'lamps.md':
        '# Lamps\n\n## Nomad\nThe battery of the Nomad lamp is 2600 mAh. The warranty on the Nomad lamp is 5 years.\n\n## Discounts\nFrom 50 pieces we give 12 %.\n\n## Delivery\nThe delivery to Sweden takes 3 days.\n',
    });
    await settled(
      client,
      imports.map((each) => each.knowledgeBaseImportId),
    );
    const { questions } = await client.call(suggestQuestions, {});
    expect(questions).toEqual([
      'What is the warranty on the Nomad lamp?',
      'How long does the delivery to Sweden take?',
      'What should I know about lamps?',
    ]);
    const { conversationId } = await client.call(chat.endpoints.query, {
      body: { appId, query: 'Who sells lamps?' },
    });
    for (const query of questions) {
      const answer = await client.call(chat.endpoints.query, { body: { appId, query, conversationId } });
      expect(answer, query).toMatchObject({ answerKind: 'ANSWER', citations: [expect.anything()] });
    }
  });
});

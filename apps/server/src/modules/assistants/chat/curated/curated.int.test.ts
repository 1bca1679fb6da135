import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { curatedAnswers } from '@atelier/contracts/assistants/chat/curated-answers';
import { history } from '@atelier/contracts/assistants/chat/history';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { audit } from '@atelier/contracts/operate/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../../tests/member.ts';

const chatUserId = 'visitor-0123456789abcdef';
const handbook = '# Leave\n\nEmployees get 25 days of paid leave per year.\n';
const written = 'You have **28 days** since May, as the works council agreed.';

describe('curated answers', () => {
  let server: TestServer;
  let owner: Client;
  let tenantId: string;
  let knowledgeBaseId: string;
  beforeAll(async () => {
    server = await startTestServer();
    const { client, user } = await server.signUp();
    owner = client;
    tenantId = user.tenantId;
    knowledgeBaseId = await filledBase(owner, { 'handbook.md': handbook });
  });
  afterAll(() => server.close());

  const makeApp = async () =>
    (
      await owner.call(apps.endpoints.create, {
        body: {
          name: `App ${crypto.randomUUID()}`,
          access: 'PUBLIC',
          knowledgeBaseIds: [knowledgeBaseId],
          modelId: 'atelier/extractive',
        },
      })
    ).appId;
  const ask = (appId: string, query: string) =>
    server.visitor().call(chat.endpoints.query, { body: { appId, query, chatUserId } });
  const save = (appId: string, body: object = {}) =>
    owner.call(curatedAnswers.endpoints.save, {
      body: { appId, question: 'How many days of paid leave do I get?', answer: written, ...body },
    });
  const list = (appId: string, query: object = {}) =>
    owner.call(curatedAnswers.endpoints.list, { query: { appId, ...query } });

  it('are given before the documents are searched, and say that a person wrote them', async () => {
    const appId = await makeApp();
    expect(await ask(appId, 'How many days of paid leave do I get?')).toMatchObject({ origin: 'QUOTED' });
    await save(appId, { wordings: ['How long may I be on holiday?', ''] });
    for (const question of ['how many days of paid leave do we get', 'How long may I be on holiday?']) {
      const reply = await ask(appId, question);
      expect(reply).toMatchObject({ answer: written, answerKind: 'ANSWER', origin: 'PERSON', citations: [] });
      expect(reply.usage).toEqual({ inputTokens: 0, outputTokens: 0, credits: 0 });
      const details = await owner.call(history.endpoints.queryDetails, {
        params: { queryId: reply.queryId },
        query: { appId },
      });
      expect(details).toMatchObject({ modelId: 'atelier/curated', retrieval: { mode: 'CURATED' } });
      const [message] = (
        await server.visitor().call(chat.endpoints.session, {
          params: { conversationId: reply.conversationId },
          query: { appId, chatUserId },
        })
      ).messages;
      expect(message).toMatchObject({ answer: written, origin: 'PERSON' });
    }
    expect(await ask(appId, 'How many days of unpaid leave do I get?')).toMatchObject({ origin: 'QUOTED' });
  });

  it('are listed, searched, sorted by use, and found by the question that gets them', {
    tags: ['CHAT-08'],
  }, async () => {
    const appId = await makeApp();
    const leave = await save(appId);
    const pets = await save(appId, { question: 'May I bring my dog?', answer: 'On Fridays.' });
    await ask(appId, 'may I bring my dog');
    await ask(appId, 'May I bring my dog?');
    const all = await list(appId);
    expect(all.total).toBe(2);
    expect(all.items.map(({ suggestionId }) => suggestionId)).toEqual([
      pets.suggestionId,
      leave.suggestionId,
    ]);
    const byUse = await list(appId, { sort: 'uses', order: 'asc' });
    expect(byUse.items.map(({ uses }) => uses)).toEqual([0, 2]);
    expect(byUse.items[1]?.lastUsedAt).not.toBeNull();
    const [first] = (await list(appId, { limit: 1, sort: 'question', order: 'asc' })).items;
    expect(first?.question).toBe('How many days of paid leave do I get?');
    expect((await list(appId, { search: 'FRIDAY' })).items).toEqual([byUse.items[1]]);
    expect((await list(appId, { query: 'Hello, may we bring our dog please?' })).items).toEqual([
      byUse.items[1],
    ]);
    expect((await list(appId, { query: 'May I bring my cat?' })).items).toEqual([]);
  });

  it('are changed, switched off and deleted, each at once and with an audit entry', {
    tags: ['CHAT-09'],
  }, async () => {
    const appId = await makeApp();
    const { suggestionId } = await save(appId);
    const question = 'How many days of paid leave do I get?';
    await save(appId, { suggestionId, answer: 'Thirty.' });
    expect((await ask(appId, question)).answer).toBe('Thirty.');
    await save(appId, { suggestionId, answer: 'Thirty.', active: false });
    expect(await ask(appId, question)).toMatchObject({ origin: 'QUOTED' });
    await save(appId, { suggestionId, answer: 'Thirty.', active: true });
    expect(await ask(appId, question)).toMatchObject({ origin: 'PERSON' });
    await owner.call(curatedAnswers.endpoints.remove, { params: { suggestionId } });
    expect(await ask(appId, question)).toMatchObject({ origin: 'QUOTED' });
    const entries = await owner.call(audit.endpoints.list, { query: { search: suggestionId } });
    expect(entries.items.map(({ action }) => action).toSorted()).toEqual([
      'suggestions.changed',
      'suggestions.changed',
      'suggestions.changed',
      'suggestions.removed',
      'suggestions.written',
    ]);
  });

  it('answer each question once: another answer for it is refused', async () => {
    const appId = await makeApp();
    await save(appId, { wordings: ['How long is leave?'] });
    const second = { appId, question: 'how long is the leave', answer: 'Long.' };
    const refused = await owner.send(curatedAnswers.endpoints.save, { body: second });
    expect(refused.body).toMatchObject({ success: false, code: 'suggestions.question_taken' });
    await save(await makeApp(), { question: 'How long is leave?' });
  });

  it('cite passages of the app, and lose a citation whose document is gone', async () => {
    const own = await filledBase(owner, { 'dogs.md': '# Dogs\n\nDogs are welcome on Fridays.\n' });
    const appId = (
      await owner.call(apps.endpoints.create, {
        body: { name: `App ${crypto.randomUUID()}`, access: 'PUBLIC', knowledgeBaseIds: [own] },
      })
    ).appId;
    const [cited] = (await ask(appId, 'When are dogs welcome?')).citations;
    if (!cited) throw new Error('Nothing was cited.');
    const { chunkId } = cited;
    await save(appId, { question: 'May I bring my dog?', answer: 'Yes, on Fridays', sources: [{ chunkId }] });
    const reply = await ask(appId, 'May I bring my dog?');
    expect(reply.answer).toBe('Yes, on Fridays [1]');
    expect(reply.citations).toEqual([
      expect.objectContaining({ index: 1, markAt: 16, documentName: 'dogs.md', quote: cited.quote }),
    ]);
    const source = await server.visitor().call(chat.endpoints.source, {
      query: { appId, chatUserId, queryId: reply.queryId, index: 1 },
    });
    expect(source.sections.map(({ text }) => text).join('\n')).toContain('Dogs are welcome on Fridays.');
    await owner.call(documentImports.endpoints.removeImports, {
      body: { ids: [cited.knowledgeBaseImportId] },
    });
    const after = await ask(appId, 'May I bring my dog?');
    expect(after).toMatchObject({ answer: 'Yes, on Fridays', citations: [], origin: 'PERSON' });
    const foreign = await owner.send(curatedAnswers.endpoints.save, {
      body: { appId: await makeApp(), question: 'Dogs?', answer: 'Yes', sources: [{ chunkId }] },
    });
    expect(foreign.body.code).toBe('suggestions.source_not_found');
  });

  it('belong to builders: members read those of apps that they see, and nobody else', async () => {
    const appId = await makeApp();
    const { suggestionId } = await save(appId);
    const operator = (await joinTenant(server, { tenantId, role: 'OPERATOR' })).client;
    const change = { appId, suggestionId, question: 'Mine?', answer: 'Mine.' };
    expect((await operator.send(curatedAnswers.endpoints.save, { body: change })).status).toBe(403);
    const stranger = (await server.signUp()).client;
    expect((await stranger.send(curatedAnswers.endpoints.list, { query: { appId } })).status).toBe(404);
    expect((await stranger.send(curatedAnswers.endpoints.save, { body: change })).status).toBe(404);
    expect((await server.visitor().send(curatedAnswers.endpoints.list, { query: { appId } })).status).toBe(
      401,
    );
  });
});

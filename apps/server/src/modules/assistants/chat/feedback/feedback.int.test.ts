import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import { audit } from '@atelier/contracts/operate/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { findAnswerFacts } from '../service/own-exchanges.ts';

const chatUserId = 'visitor-0123456789abcdef';
const stranger = 'visitor-fedcba9876543210';

describe('a conversation of a visitor', () => {
  let server: TestServer;
  let owner: Client;
  let visitor: Client;
  let appId: string;
  let tenantId: string;

  beforeAll(async () => {
    server = await startTestServer();
    const { client, user } = await server.signUp();
    owner = client;
    tenantId = user.tenantId;
    visitor = server.visitor();
    appId = (await owner.call(apps.endpoints.create, { body: { name: 'Open', access: 'PUBLIC' } })).appId;
  });
  afterAll(() => server.close());

  const ask = (query: string, conversationId?: string) =>
    visitor.call(chat.endpoints.query, { body: { appId, query, chatUserId, conversationId } });
  const list = (search?: string, reader: string = chatUserId) =>
    visitor.call(chat.endpoints.sessions, { query: { appId, chatUserId: reader, search } });
  const titles = async (search?: string) => (await list(search)).items.map(({ title }) => title);
  const messagesOf = (conversationId: string) =>
    visitor.call(chat.endpoints.session, { params: { conversationId }, query: { appId, chatUserId } });
  const rate = (body: object) =>
    visitor.send(feedback.endpoints.likeDislike, {
      body: { appId, chatUserId, verdict: 'LIKE', queryId: '', ...body },
    });

  it('is found by its title and by what was asked, with every letter taken literally', {
    tags: ['CHAT-11'],
  }, async () => {
    const { conversationId } = await ask('Where is the harbour office?');
    await ask('And 100% of the ferries?', conversationId);
    await ask('When is lunch?');
    expect(await titles('harbour')).toEqual(['Where is the harbour office?']);
    expect(await titles('100%')).toEqual(['Where is the harbour office?']);
    expect(await titles('1__%')).toEqual([]);
    expect((await list('harbour')).total).toBe(1);
  });

  it('gets another name and is deleted by its visitor alone, with its answers', async () => {
    const { conversationId, queryId } = await ask('What is to be renamed?');
    const place = { params: { conversationId } };
    const others = { appId, chatUserId: stranger };
    const refused = { responseCode: 404, code: 'chat.conversation_not_found' };
    const rename = (reader: object, title: string) =>
      visitor.send(chat.endpoints.renameSession, { ...place, body: { appId, ...reader, title } });
    expect((await rename({ chatUserId: stranger }, 'Theirs')).body).toMatchObject(refused);
    expect((await rename({ chatUserId }, '  ')).body).toMatchObject({ responseCode: 400 });
    expect((await rename({ chatUserId }, 'My ferries')).body.responseData).toMatchObject({
      title: 'My ferries',
    });
    expect(await titles('My ferries')).toEqual(['My ferries']);
    expect(
      (await visitor.send(chat.endpoints.removeSession, { ...place, query: others })).body,
    ).toMatchObject(refused);
    await visitor.call(chat.endpoints.removeSession, { ...place, query: { appId, chatUserId } });
    expect(await titles('My ferries')).toEqual([]);
    const { items } = await owner.call(audit.endpoints.list, { query: { search: conversationId } });
    expect(items.map(({ action }) => action).toSorted()).toEqual([
      ...['chat.session_deleted', 'chat.session_renamed'],
    ]);
    expect(await server.sql('select 1 from messages where id = $1', [queryId])).toEqual([]);
    expect(
      (await visitor.send(chat.endpoints.session, { ...place, query: { appId, chatUserId } })).body,
    ).toMatchObject(refused);
  });

  it('is read by the id of one of its questions', { tags: ['CHAT-10'] }, async () => {
    const { conversationId, queryId } = await ask('First?');
    const { queryId: second } = await ask('Second?', conversationId);
    const read = (query: object) =>
      visitor.send(chat.endpoints.querySession, { query: { appId, chatUserId, queryId, ...query } });
    for (const id of [queryId, second])
      expect((await read({ queryId: id })).body.responseData).toMatchObject({
        conversationId,
        title: 'First?',
        messages: [
          { queryId, question: 'First?' },
          { queryId: second, question: 'Second?' },
        ],
      });
    expect((await read({ chatUserId: stranger })).body).toMatchObject({
      code: 'chat.conversation_not_found',
    });
    expect((await read({ queryId: 'qry_none' })).body).toMatchObject({ code: 'chat.conversation_not_found' });
  });

  it('of an API key is listed, searched, renamed and deleted with that key', {
    tags: ['CHAT-11', 'CHAT-12'],
  }, async () => {
    const { apiKey } = await owner.call(auth.endpoints.getApiKey, {});
    const program = new Client(server.origin, apiKey ?? '');
    const { conversationId } = await program.call(chat.endpoints.query, {
      body: { appId, query: 'From a program?' },
    });
    const params = { conversationId };
    const sessions = async (search?: string) =>
      (await program.call(chat.endpoints.sessions, { query: { appId, search } })).items;
    expect((await sessions()).map((session) => session.conversationId)).toContain(conversationId);
    expect((await sessions('from a PROGRAM')).map((session) => session.conversationId)).toEqual([
      conversationId,
    ]);
    expect(await sessions('what nobody asked')).toEqual([]);
    const read = await program.call(chat.endpoints.session, { params, query: { appId } });
    expect(read.messages).toMatchObject([{ question: 'From a program?' }]);
    await program.call(chat.endpoints.renameSession, { params, body: { appId, title: 'Nightly' } });
    expect(await sessions()).toContainEqual(expect.objectContaining({ conversationId, title: 'Nightly' }));
    await program.call(chat.endpoints.removeSession, { params, query: { appId } });
    expect((await sessions()).map((session) => session.conversationId)).not.toContain(conversationId);
  });

  it('keeps whether an answer was liked, until that is taken back', {
    tags: ['FEEDBACK-07', 'FEEDBACK-09'],
  }, async () => {
    const { conversationId, queryId } = await ask('Do you like this?');
    const stored = async () => (await messagesOf(conversationId)).messages[0]?.feedback;
    expect(await stored()).toBeNull();
    await rate({ queryId, reason: 'Others', feedback: 'A like has no reason' });
    expect(await stored()).toEqual({ verdict: 'LIKE', reason: null, text: '' });
    await rate({ queryId, verdict: 'DISLIKE', reason: 'Not factually correct' });
    expect(await stored()).toEqual({ verdict: 'DISLIKE', reason: 'Not factually correct', text: '' });
    await rate({ queryId, verdict: 'NONE' });
    expect(await stored()).toBeNull();
    const facts = () => server.contextOf(tenantId).tx((tx) => findAnswerFacts(tx, queryId));
    const blank = {
      ...{ appId, conversationId, queryId, question: 'Do you like this?' },
      answer: expect.any(String),
    };
    expect(await facts()).toEqual({ ...blank, reason: null, feedback: '' });
    await rate({ queryId, verdict: 'DISLIKE', reason: 'Others', feedback: 'It is old.' });
    expect(await facts()).toEqual({ ...blank, reason: 'Others', feedback: 'It is old.' });
    await visitor.call(chat.endpoints.removeSession, {
      params: { conversationId },
      query: { appId, chatUserId },
    });
    expect(await facts()).toBeUndefined();
    expect((await rate({ queryId, chatUserId: stranger })).body).toMatchObject({
      code: 'chat.conversation_not_found',
    });
    expect((await rate({ queryId: 'qry_none' })).body).toMatchObject({ code: 'chat.conversation_not_found' });
  });

  it.each([
    "Don't like the style",
    'Not factually correct',
    'Response not updated',
    "Not following company's guidelines",
    'Others',
  ] as const)(
    'takes “%s” as the reason of a dislike, with a text of the visitor',
    { tags: ['FEEDBACK-02', 'FEEDBACK-03', 'FEEDBACK-04', 'FEEDBACK-05', 'FEEDBACK-06', 'FEEDBACK-10'] },
    async (reason) => {
      const { conversationId, queryId } = await ask(`Why ${reason}?`);
      const body = { appId, chatUserId, queryId, reason, feedback: 'It changed in May.' };
      await visitor.call(feedback.endpoints.save, { body });
      expect((await messagesOf(conversationId)).messages[0]?.feedback).toEqual({
        verdict: 'DISLIKE',
        reason,
        text: 'It changed in May.',
      });
    },
  );

  it('refuses empty feedback and an unknown reason', { tags: ['FEEDBACK-08'] }, async () => {
    const { queryId } = await ask('Empty?');
    const body = { appId, chatUserId, queryId, reason: 'Others' as const, feedback: '  ' };
    const { body: refused } = await visitor.send(feedback.endpoints.save, { body });
    expect(refused).toMatchObject({ success: false, responseCode: 400 });
    expect(JSON.stringify(refused)).toContain('Please enter your feedback');
    expect((await rate({ queryId, verdict: 'DISLIKE', reason: 'Too long' })).body).toMatchObject({
      responseCode: 400,
    });
  });

  it('cannot be rated while its answer is being written', async () => {
    const { queryId } = await ask('Unfinished?');
    await server.sql("update messages set status = 'STREAMING' where id = $1 returning id", [queryId]);
    expect((await rate({ queryId })).body).toMatchObject({ code: 'feedback.answer_unfinished' });
  });
});

import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { curatedAnswers } from '@atelier/contracts/assistants/chat/curated-answers';
import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import { history } from '@atelier/contracts/assistants/chat/history';
import { ratedAnswers } from '@atelier/contracts/assistants/chat/rated-answers';
import { visitors } from '@atelier/contracts/assistants/chat/visitors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../../tests/member.ts';

const handbook = '# Leave\n\nEmployees get 25 days of paid leave per year.\n';
const question = 'How many days of paid leave do employees get?';

describe('feedback that is closed', () => {
  let server: TestServer;
  let owner: Client;
  let ownerId: string;
  let tenantId: string;
  let appId: string;

  beforeAll(async () => {
    server = await startTestServer();
    const { client, user } = await server.signUp('Ada');
    owner = client;
    ({ tenantId, userId: ownerId } = user);
    const knowledgeBaseId = await filledBase(owner, { 'handbook.md': handbook });
    const body = {
      name: 'Staff desk',
      access: 'PUBLIC' as const,
      knowledgeBaseIds: [knowledgeBaseId],
      modelId: 'atelier/extractive',
      collectUserInfo: true,
      userInfoFields: ['NAME' as const, 'EMAIL' as const],
    };
    appId = (await owner.call(apps.endpoints.create, { body })).appId;
  });
  afterAll(() => server.close());

  const mailsTo = async (address: string) =>
    (await server.visitor().call(auth.endpoints.outbox, {})).mails.filter(
      ({ to, subject }) => to === address && subject.includes('Staff desk'),
    );
  const dislike = async (query = question) => {
    const visitor = server.visitor();
    const reader = { appId, chatUserId: `visitor-${crypto.randomUUID()}` };
    const email = `${crypto.randomUUID()}@example.com`;
    await visitor.call(visitors.endpoints.saveChatUser, { body: { ...reader, name: 'Vera', email } });
    const asked = await visitor.call(chat.endpoints.query, { body: { ...reader, query } });
    const { queryId } = asked;
    await visitor.call(feedback.endpoints.likeDislike, { body: { ...reader, queryId, verdict: 'DISLIKE' } });
    const read = async () =>
      (
        await visitor.call(chat.endpoints.session, {
          params: { conversationId: asked.conversationId },
          query: reader,
        })
      ).messages;
    return { visitor, reader, queryId, email, read };
  };
  const list = async (query: object = {}) =>
    (await owner.call(ratedAnswers.endpoints.list, { query: { appId, ...query } })).items;
  const assign = (queryId: string, userId: string | null) =>
    owner.send(ratedAnswers.endpoints.assign, { body: { queryId, userId } });
  const askAgain = (queryId: string, by = owner) =>
    by.send(ratedAnswers.endpoints.askAgain, { body: { queryId } });
  const tell = (queryId: string) => owner.send(ratedAnswers.endpoints.tell, { body: { queryId } });

  it('is given to a member who sees the app, who gets a mail, and is listed as theirs', {
    tags: ['FEEDBACK-11'],
  }, async () => {
    const { queryId } = await dislike();
    const olga = await joinTenant(server, { tenantId, role: 'BUILDER', name: 'Olga' });
    const una = await joinTenant(server, { tenantId, role: 'USER', name: 'Una' });
    const { items } = await owner.call(ratedAnswers.endpoints.assignees, { query: { appId } });
    expect(items.map(({ name }) => name)).toEqual(['Ada', 'Olga']);
    expect((await assign(queryId, una.userId)).body).toMatchObject({ code: 'feedback.assignee_not_found' });
    expect((await assign(queryId, olga.userId)).body.responseData).toMatchObject({
      assignee: { userId: olga.userId, name: 'Olga' },
    });
    const theirs = () => list({ assigneeId: olga.userId });
    expect((await theirs()).map((each) => each.queryId)).toEqual([queryId]);
    const { email } = await olga.client
      .call(auth.endpoints.session, {})
      .then(({ user }) => user ?? { email: '' });
    await expect.poll(() => mailsTo(email)).toMatchObject([{ subject: 'Feedback on Staff desk is yours' }]);
    await assign(queryId, null);
    expect(await theirs()).toEqual([]);
    await assign(queryId, ownerId);
    expect((await list()).find((each) => each.queryId === queryId)?.assignee?.name).toBe('Ada');
  });

  it('brings the new answer to the visitor, in the conversation with its sources and once by mail', {
    tags: ['FEEDBACK-11'],
  }, async () => {
    const { visitor, reader, queryId, email, read } = await dislike();
    expect((await tell(queryId)).body).toMatchObject({ code: 'feedback.nothing_to_tell' });
    const [asIs] = (await list()).filter((each) => each.queryId === queryId);
    const chunkId = (
      await owner.call(history.endpoints.queryDetails, { params: { queryId }, query: { appId } })
    ).sources[0]?.chunkId;
    const { suggestionId } = await owner.call(curatedAnswers.endpoints.save, {
      body: {
        appId,
        question,
        answer: 'It is 28 days since May [1].',
        sources: [{ chunkId: chunkId ?? '' }],
      },
    });
    expect((await askAgain(queryId)).body.responseData).toMatchObject({
      answer: asIs?.answer,
      readerEmail: email,
      feedbackStatus: 'Open',
      newAnswer: { answer: 'It is 28 days since May [1].', origin: 'PERSON', told: null },
    });
    expect((await read())[0]?.newAnswer).toBeNull();
    expect((await tell(queryId)).body.responseData).toMatchObject({
      feedbackStatus: 'Closed',
      newAnswer: { told: { by: 'Ada' } },
    });
    const [message, ...others] = await read();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      answer: asIs?.answer,
      newAnswer: { answer: 'It is 28 days since May [1].', origin: 'PERSON' },
    });
    const source = await visitor.call(chat.endpoints.source, {
      query: { ...reader, queryId: message?.newAnswer?.id ?? '', index: 1 },
    });
    expect(source.citation.documentName).toBe('handbook.md');
    await expect
      .poll(() => mailsTo(email))
      .toMatchObject([{ subject: 'Staff desk: your question has a new answer' }]);
    expect((await mailsTo(email))[0]?.text).toContain('It is 28 days since May.');
    expect((await tell(queryId)).body).toMatchObject({ code: 'feedback.nothing_to_tell' });
    const stranger = { ...reader, chatUserId: `visitor-${crypto.randomUUID()}` };
    expect(
      (
        await server.visitor().send(chat.endpoints.source, {
          query: { ...stranger, queryId: message?.newAnswer?.id ?? '', index: 1 },
        })
      ).body,
    ).toMatchObject({ code: 'chat.conversation_not_found' });
    await owner.call(curatedAnswers.endpoints.remove, { params: { suggestionId } });
  });

  it('shows nothing to the visitor while the app still has no answer, and only builders ask again', async () => {
    const { queryId, read } = await dislike('Who won the regatta of 1912?');
    const operator = await joinTenant(server, { tenantId, role: 'OPERATOR', name: 'Otto' });
    expect((await askAgain(queryId, operator.client)).status).toBe(403);
    expect((await askAgain(queryId)).status).toBe(200);
    expect((await tell(queryId)).body).toMatchObject({ code: 'feedback.no_new_answer' });
    expect((await read())[0]?.newAnswer).toBeNull();
    expect((await list()).find((each) => each.queryId === queryId)).toMatchObject({
      feedbackStatus: 'Open',
      newAnswer: { told: null },
    });
  });

  it('counts no question when one is asked again', async () => {
    const { queryId } = await dislike();
    const count = async () => (await owner.call(history.endpoints.queryHistory, { query: { appId } })).total;
    const before = await count();
    await askAgain(queryId);
    await tell(queryId);
    expect(await count()).toBe(before);
  });

  it('asks again and sends the new answer while it is written', async () => {
    const { queryId } = await dislike();
    const { path } = ratedAnswers.endpoints.askAgainLive;
    const ask = async (asked: string) => {
      const response = await owner.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ queryId: asked }),
      });
      return { status: response.status, text: await response.text() };
    };
    const { text } = await ask(queryId);
    const events = [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name, data]) => ({
      name,
      data: JSON.parse(data ?? 'null') as { text?: string; newAnswer?: { answer: string } },
    }));
    const written = events.flatMap(({ data }) => data.text ?? []).join('');
    expect(events.at(-1)?.name).toBe('done');
    expect(written).not.toBe('');
    expect(events.at(-1)?.data.newAnswer?.answer).toBe(written);
    expect((await list()).find((each) => each.queryId === queryId)?.newAnswer?.answer).toBe(written);
    expect((await ask('qry_unknown')).status).toBe(404);
  });
});

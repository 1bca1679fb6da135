import { apps } from '@atelier/contracts/build/apps';
import type { Orchestration } from '@atelier/contracts/build/apps/answering';
import { chat } from '@atelier/contracts/build/chat/chat';
import { feedback } from '@atelier/contracts/build/chat/feedback';
import { history } from '@atelier/contracts/build/chat/history';
import { openai } from '@atelier/contracts/build/programs/openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { openStream } from '../../../../tests/event-stream.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { AppError } from '../../../kernel/base/errors.ts';
import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { type Answerer, type Answering, answererPoint } from '../apps/index.ts';

const chatUserId = 'visitor-0123456789abcdef';
const microCredits = 1_000_000;

const citation = {
  index: 1,
  chunkId: 'chk_1',
  knowledgeBaseImportId: 'imp_1',
  documentName: 'rates.csv',
  quote: '3 %',
  start: 0,
  end: 3,
  edited: false,
};

/** Throws when the answer is stopped, as a call of a model does. */
const untilStopped = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
  });

/** Writes what an agent could: its answer names the question and the number of earlier messages. */
const planOf = (question: string): Answering.AnswerPlan => {
  const used = { inputTokens: 0, outputTokens: 0, cost: 0 };
  return {
    modelId: 'atelier/flow',
    hold: { amount: 2 * microCredits },
    used: () => used,
    async *write({ history: before, trace, signal }: Answering.Writing) {
      Object.assign(used, { inputTokens: 7, outputTokens: 5, cost: microCredits });
      if (question === 'Fail') throw new AppError('models.upstream_unavailable');
      trace({ kind: 'STEP', title: 'Look up', status: 'SUCCEEDED', durationMs: 12, detail: '1 row' });
      yield { type: 'text', text: `“${question}” after ${before.length}: ` };
      yield { type: 'citation', citation };
      yield { type: 'text', text: '3 % [1].' };
      if (question === 'Wait') await untilStopped(signal);
    },
  };
};

const answererOf = (orchestration: Orchestration): Answerer => ({
  orchestration,
  check: () => Promise.resolve(),
  isReady: () => Promise.resolve(true),
  findNames: (_tx, ids) => Promise.resolve(new Map(ids.map((id) => [id, `Flow ${id}`]))),
  findAnswering: (_tx, row) => Promise.resolve(row),
  prepare: () => Promise.resolve((_tx, { text }) => Promise.resolve(planOf(text))),
});

const answering = defineModule({
  name: 'answering-test',
  extends: [extend(answererPoint, answererOf('AGENT'))],
});

let server: TestServer;
let owner: Client;
let tenantId: string;
beforeAll(async () => {
  server = await startTestServer({
    extraModules: [answering],
    env: { RATE_LIMIT_CHAT_PER_MINUTE: '6000' },
  });
  const signedUp = await server.signUp();
  owner = signedUp.client;
  tenantId = signedUp.user.tenantId;
});
afterAll(() => server.close());

const create = (body: object) =>
  owner.call(apps.endpoints.create, {
    body: { name: `App ${crypto.randomUUID()}`, access: 'PUBLIC', ...body },
  });
const ask = (appId: string, query: string, more: object = {}) =>
  server.visitor().send(chat.endpoints.query, { body: { appId, query, chatUserId, ...more } });
const balance = async (): Promise<number> => {
  const [row] = await server.sql<{ used: string }>(
    'select coalesce(sum(credits), 0) as used from messages where tenant_id = $1',
    [tenantId],
  );
  return Number(row?.used);
};

// It takes the place of the agents; what is asserted holds for all orchestrations.
describe('an app with an answerer that a module adds', () => {
  const orchestration = 'AGENT';
  const open = () => create({ orchestration, answererId: 'flow_1' });

  it('shows what answers it, and answers what that writes, with citations and credits', async () => {
    const app = await open();
    expect(app.answerer).toEqual({ answererId: 'flow_1', name: 'Flow flow_1' });
    const before = await balance();
    const { body } = await ask(app.appId, 'Interest?');
    expect(body.responseData).toMatchObject({
      answer: '“Interest?” after 0: 3 % [1].',
      answerKind: 'ANSWER',
      citations: [{ documentName: 'rates.csv' }],
      usage: { inputTokens: 7, outputTokens: 5, credits: 1 },
    });
    expect(await balance()).toBe(before + 1);
    expect(await server.sql('select 1 from ledger_holds where app_id = $1', [app.appId])).toEqual([]);
  });

  it('keeps the conversation, its trace and its feedback as any other app does', async () => {
    const { appId } = await open();
    const { conversationId } = (await ask(appId, 'Interest?')).body.responseData;
    const next = (await ask(appId, 'And now?', { conversationId })).body.responseData;
    expect(next.answer).toMatch(/after 2:/);
    const visitor = server.visitor();
    const { messages } = await visitor.call(chat.endpoints.session, {
      params: { conversationId },
      query: { appId, chatUserId },
    });
    expect(messages.map(({ status, citations }) => [status, citations.length])).toEqual([
      ['COMPLETED', 1],
      ['COMPLETED', 1],
    ]);
    await visitor.call(feedback.endpoints.likeDislike, {
      body: { appId, chatUserId, queryId: next.queryId, verdict: 'LIKE' },
    });
    const { items } = await owner.call(history.endpoints.queryHistory, { query: { appId } });
    expect(items).toHaveLength(2);
    const [row] = await server.sql<{ steps: object[] }>(
      `select retrieval -> 'steps' as steps from messages where id = $1`,
      [next.queryId],
    );
    expect(row?.steps).toEqual([
      { kind: 'STEP', title: 'Look up', status: 'SUCCEEDED', durationMs: 12, detail: '1 row' },
    ]);
  });

  it('has the limits of its visitors', async () => {
    const { appId } = await create({
      orchestration,
      answererId: 'flow_1',
      visitorLimits: { tenMinutes: 1, day: 1 },
    });
    await ask(appId, 'One');
    expect((await ask(appId, 'Two')).status).toBe(429);
  });

  it('stores a failure and charges what was used until then', async () => {
    const { appId } = await open();
    const before = await balance();
    expect((await ask(appId, 'Fail')).body).toMatchObject({ code: 'models.upstream_unavailable' });
    const { items } = await owner.call(history.endpoints.queryHistory, { query: { appId } });
    expect(items).toMatchObject([{ status: 'FAILED', credits: 1 }]);
    expect(await balance()).toBe(before + 1);
  });

  it('is stopped by its reader, who pays for what was used', async () => {
    const { appId } = await open();
    const stream = await openStream(server.visitor(), chat.endpoints.query.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ appId, query: 'Wait', chatUserId, stream: true }),
    });
    await eventually(async () => stream.received.some(({ event }) => event === 'token'));
    const queryId = String(stream.received[0]?.data['queryId']);
    await server.visitor().call(chat.endpoints.stop, { body: { appId, chatUserId, queryId } });
    await stream.ended;
    const [ended] = await eventually(async () => {
      const { items } = await owner.call(history.endpoints.queryHistory, { query: { appId } });
      return items[0]?.status !== 'STREAMING' && items;
    });
    expect(ended).toMatchObject({ status: 'STOPPED', credits: 1 });
  });

  it('answers programs, and other apps that it answers', async () => {
    const { appId } = await open();
    const outer = await create({ orchestration: 'APP', answererId: appId });
    const { body } = await owner.send(openai.endpoints.chatCompletions, {
      body: { model: outer.appId, messages: [{ role: 'user' as const, content: 'Interest?' }] },
    });
    expect(JSON.stringify(body)).toContain('3 % [1].');
  });
});

import { apps } from '@atelier/contracts/assistants/apps';
import type { Orchestration } from '@atelier/contracts/assistants/apps/answering';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import { history } from '@atelier/contracts/assistants/chat/history';
import { openai } from '@atelier/contracts/assistants/programs/openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { openStream } from '../../../../tests/event-stream.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { AppError } from '../../../kernel/base/errors.ts';
import { newId } from '../../../kernel/base/ids.ts';
import type { PayloadOf } from '../../../kernel/context/define-job.ts';
import { defineModule, subscribe } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import type { AnswerPart, AnswerPlan, Writing } from '../apps/declarations.ts';
import { type Answerer, answererPoint } from '../apps/index.ts';
import { continueAnswer, giveResult, isLeftTo, leaveAnswer } from './index.ts';
import { questionAnswered } from './service/answer-question.ts';

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

/** Lets the answers that were held go on. */
let release = (): void => undefined;

/** Leaves the rest to what the question names: `Leave to run_1`, or `Hold for run_1` to go on only after `release`. */
async function* leave({ ctx, queryId }: Writing, question: string): AsyncIterable<AnswerPart> {
  const to = question.split(' ').at(-1) ?? '';
  await ctx.tx((tx) => leaveAnswer(tx, queryId, to));
  yield { type: 'text', text: 'Please wait [1].' };
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  if (question.startsWith('Hold')) await promise;
  yield { type: 'left' };
}

/** Writes what an agent could: its answer names the question and the number of earlier messages. */
const planOf = (question: string): AnswerPlan => {
  const used = { inputTokens: 0, outputTokens: 0, cost: 0, elsewhere: 0 };
  return {
    modelId: 'atelier/flow',
    hold: { amount: 2 * microCredits },
    used: () => used,
    async *write(writing: Writing) {
      const { history: before, trace, signal } = writing;
      Object.assign(used, { inputTokens: 7, outputTokens: 5, cost: microCredits });
      if (question === 'Steps') Object.assign(used, { elsewhere: 3 * microCredits });
      if (/^(Leave|Hold)/.test(question)) {
        yield* leave(writing, question);
        return;
      }
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
  plan: (_tx, { text }) => Promise.resolve(planOf(text)),
});

const ended: PayloadOf<typeof questionAnswered>[] = [];
const answering = defineModule({
  name: 'answering-test',
  subscribers: [subscribe(questionAnswered, async (_ctx, fact) => void ended.push(fact))],
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
    const { queryId, conversationId } = body.responseData;
    await eventually(async () => ended.some((fact) => fact.queryId === queryId));
    expect(ended.filter((fact) => fact.queryId === queryId)).toEqual([
      { queryId, conversationId, status: 'COMPLETED' },
    ]);
    const bot = await server.visitor().call(chat.endpoints.chatbot, { params: { id: app.appId } });
    expect(bot).toMatchObject({ extractive: false, remembers: false });
  });

  it('shows what its steps paid themselves with what the answer is charged', async () => {
    const { appId } = await open();
    const before = await balance();
    const charged = async () =>
      (
        await server.sql<{ sum: string }>(
          "select coalesce(sum(amount), 0) as sum from ledger_entries where tenant_id = $1 and account = 'SPENT'",
          [tenantId],
        )
      )[0]?.sum;
    const chargedBefore = Number(await charged());
    expect((await ask(appId, 'Steps')).body.responseData.usage).toEqual({
      ...{ inputTokens: 7, outputTokens: 5, credits: 4 },
    });
    expect(await balance()).toBe(before + 4);
    expect(Math.abs(Number(await charged()) - chargedBefore)).toBe(microCredits);
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
    const { total } = await owner.call(history.endpoints.queryHistory, { query: { appId } });
    expect(total).toBe(1);
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

describe('an answer whose rest comes later', () => {
  const place = (appId: string, queryId: string) =>
    new URLSearchParams({ appId, chatUserId, queryId, text: '16', citations: '0', rest: 'true' });
  const begin = async (question: string) => {
    const { appId } = await create({ orchestration: 'AGENT', answererId: 'flow_1' });
    const stream = await openStream(server.visitor(), chat.endpoints.query.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ appId, query: question, chatUserId, stream: true }),
    });
    await eventually(async () => stream.received.some(({ event }) => event === 'token'));
    return { appId, stream, queryId: String(stream.received[0]?.data['queryId']) };
  };
  const leaveTo = async (to: string) => {
    const { stream, ...begun } = await begin(`Leave to ${to}`);
    await stream.ended;
    return { ...begun, done: stream.received.at(-1) };
  };
  const wait = async (appId: string, queryId: string) =>
    openStream(server.visitor(), `${chat.endpoints.resume.path}?${place(appId, queryId).toString()}`);
  const stored = async (queryId: string) =>
    (
      await server.sql<{ status: string; answer: string; credits: number; to: string | null }>(
        'select status, answer, credits::float, awaited_run_id as "to" from messages where id = $1',
        [queryId],
      )
    )[0];
  const textOf = (text: string, microCredits = 0) => ({ text, citations: [], microCredits });
  const tx = <T>(work: Parameters<ReturnType<TestServer['contextOf']>['tx']>[0]) =>
    server.contextOf(tenantId).tx(work) as Promise<T>;
  const goOn = (queryId: string, runId: string, rest: Parameters<typeof continueAnswer>[1]['rest']) =>
    tx((own) => continueAnswer(own, { queryId, runId, rest }));

  it('says so, and brings the rest at once to a reader who waits, with its citations and what all of it cost', async () => {
    const runId = 'rec_0';
    const { appId, queryId, done } = await leaveTo(runId);
    expect(done).toMatchObject({ event: 'done', data: { status: 'COMPLETED', restFollows: true } });
    const reading = await wait(appId, queryId);
    await eventually(async () => reading.received.length > 0);
    expect(await goOn(queryId, 'rec_other', textOf('Not mine.'))).toBe('NOT_LEFT');
    expect(await tx((own) => isLeftTo(own, queryId, runId))).toBe(true);
    const began = performance.now();
    const rest = { text: 'It is 3 % [1].', citations: [citation], microCredits: 3 * microCredits };
    expect(await goOn(queryId, runId, rest)).toBe('CONTINUED');
    expect(await reading.ended).toBe('closed');
    expect(performance.now() - began).toBeLessThan(2500);
    expect(reading.received.map(({ event, data }) => [event, data['text'] ?? data['restFollows']])).toEqual([
      ['start', undefined],
      ['form', undefined],
      ['citation', undefined],
      ['token', '\n\nIt is 3 % [1].'],
      ['done', false],
    ]);
    expect(await stored(queryId)).toEqual({
      ...{ status: 'COMPLETED', answer: 'Please wait [1].\n\nIt is 3 % [1].', credits: 3, to: null },
    });
    expect(await tx((own) => isLeftTo(own, queryId, runId))).toBe(false);
  });

  it('is told to the reader as it ends when nothing can follow any more', async () => {
    const { appId, queryId } = await leaveTo(newId('run'));
    const reading = await wait(appId, queryId);
    expect(await reading.ended).toBe('closed');
    expect(reading.received.at(-2)?.data['text']).toBe(
      '\n\nThe work on the rest of this answer was ended, so nothing more follows. Please ask again, or tell the owner of this app.',
    );
    expect(reading.received.at(-1)).toMatchObject({ event: 'done', data: { restFollows: false } });
    expect(await stored(queryId)).toMatchObject({ credits: 1, to: null });
  });

  it('is read without its rest by a reader who does not wait', async () => {
    const { appId, queryId } = await leaveTo('rec_1');
    const query = place(appId, queryId);
    query.set('rest', 'false');
    const reading = await openStream(server.visitor(), `${chat.endpoints.resume.path}?${query.toString()}`);
    expect(await reading.ended).toBe('closed');
    expect(reading.received.map(({ event }) => event)).toEqual(['start', 'form', 'done']);
    expect(reading.received.at(-1)?.data).toMatchObject({ status: 'COMPLETED', restFollows: true });
    const leaving = await wait(appId, queryId);
    await eventually(async () => leaving.received.length > 0);
    leaving.stop();
    expect(await leaving.ended).toBe('aborted');
    expect(await stored(queryId)).toMatchObject({ answer: 'Please wait [1].', to: 'rec_1' });
  });

  it('takes the rest only once its first part is stored', async () => {
    const { queryId, stream } = await begin('Hold for rec_2');
    expect(await goOn(queryId, 'rec_2', textOf('Too early.'))).toBe('STREAMING');
    const ctx = server.contextOf(tenantId);
    const given = { queryId, from: 'rec_2', rest: textOf('The result.'), isResult: true, isLost: true };
    expect(await giveResult(ctx, given)).toBe('WRITTEN');
    release();
    await stream.ended;
    expect(await giveResult(ctx, given)).toBe('DONE');
    expect(await stored(queryId)).toEqual({
      ...{ status: 'COMPLETED', answer: 'Please wait [1].\n\nThe result.', credits: 1, to: null },
    });
    expect(await tx((own) => leaveAnswer(own, queryId, 'rec_3'))).toBe(false);
  });

  it('is ended with the result when the process that wrote it was killed', async () => {
    const { queryId, stream } = await begin('Hold for rec_4');
    await server.sql('update messages set writer = 1 where id = $1', [queryId]);
    const ctx = server.contextOf(tenantId);
    const rest = textOf('The result.', 2 * microCredits);
    const given = { queryId, from: 'rec_4', rest, isResult: true, isLost: false };
    expect(await giveResult(ctx, given)).toBe('MISSING');
    expect(await stored(queryId)).toMatchObject({ status: 'STREAMING' });
    expect(await giveResult(ctx, { ...given, isLost: true })).toBe('DONE');
    expect(await stored(queryId)).toEqual({
      status: 'COMPLETED',
      answer: 'The result.',
      credits: 2,
      to: null,
    });
    expect(
      await server.sql('select 1 from ledger_holds where id = (select hold_id from messages where id = $1)', [
        queryId,
      ]),
    ).toEqual([]);
    await eventually(async () => ended.some((fact) => fact.queryId === queryId));
    expect(ended.find((fact) => fact.queryId === queryId)).toMatchObject({ status: 'STOPPED' });
    release();
    await stream.ended;
  });

  it('gets a reason until there is a result, and neither of them twice', async () => {
    const { queryId } = await leaveTo('rec_5');
    const ctx = server.contextOf(tenantId);
    const give = (text: string, isResult: boolean, from = 'rec_5') =>
      giveResult(ctx, {
        ...{ queryId, from, rest: textOf(text, 2 * microCredits), isResult, isLost: false },
      });
    expect(await give('Not mine.', true, 'rec_other')).toBe('DONE');
    expect(await stored(queryId)).toMatchObject({ answer: 'Please wait [1].', credits: 1 });
    expect(await give('It has failed.', false)).toBe('DONE');
    const reason = 'Please wait [1].\n\nIt has failed.';
    expect(await stored(queryId)).toEqual({ status: 'COMPLETED', answer: reason, credits: 2, to: 'rec_5' });
    await server.sql("update messages set status = 'FAILED' where id = $1", [queryId]);
    expect(await give('It has failed.', false)).toBe('DONE');
    expect(await stored(queryId)).toMatchObject({ status: 'FAILED', answer: reason, to: 'rec_5' });
    expect(await give('It has failed.', true)).toBe('DONE');
    expect(await stored(queryId)).toMatchObject({ status: 'COMPLETED', to: null });
  });

  it('is not told again what the process that wrote it has told', async () => {
    const { queryId } = await leaveTo('rec_6');
    await server.sql(`update messages set answer = 'It is 3 %. ' where id = $1`, [queryId]);
    const ctx = server.contextOf(tenantId);
    const given = { queryId, from: 'rec_6', rest: textOf(' It is 3 %.\n'), isResult: true, isLost: false };
    expect(await giveResult(ctx, given)).toBe('DONE');
    expect(await stored(queryId)).toMatchObject({ answer: 'It is 3 %. ', to: null });
  });
});

import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStream } from '../../../../../tests/event-stream.ts';
import { eventually } from '../../../../../tests/eventually.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../../tests/worker-bed.ts';

const chatUserId = 'visitor-0123456789abcdef';
const question = 'How many days of leave are there?';

let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
beforeEach(() => bed.say(({ messages }) => ({ text: `Answer to: ${String(messages.at(-1)?.content)}` })));
afterAll(() => bed.close());

const takesQuestions = (change: object = {}) => bed.deploy({ queue: [{ kind: 'APP' }], ...change });
const appBody = (answererId: string) => ({
  name: uniqueName('App'),
  access: 'PUBLIC' as const,
  orchestration: 'WORKER' as const,
  answererId,
});
const makeApp = async (answererId: string): Promise<string> =>
  (await bed.client.call(apps.endpoints.create, { body: appBody(answererId) })).appId;
const streamed = (appId: string, more: object = {}) =>
  openStream(bed.server.visitor(), chat.endpoints.query.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appId, query: question, chatUserId, stream: true, ...more }),
  });
type Stream = Awaited<ReturnType<typeof streamed>>;
const textOf = ({ received }: Stream) =>
  received.flatMap(({ event, data }) => (event === 'token' ? [data['text']] : [])).join('');
const queryIdOf = ({ received }: Stream) => String(received[0]?.data['queryId']);
const recordsOf = async (workerId: string) =>
  (await bed.client.call(workerRecords.endpoints.list, { query: { workerId } })).items;
const onlyRecord = (workerId: string) => eventually(async () => (await recordsOf(workerId))[0]);
const inStage = (workerId: string, stage: string) =>
  eventually(async () => (await recordsOf(workerId)).find((each) => each.stage === stage));
const act = (recordId: string, action: 'APPROVE' | 'REJECT') =>
  bed.client.call(workerRecords.endpoints.handleOutputAction, { body: { recordId, action } });
const rowOf = async (queryId: string) => {
  const [row] = await bed.server.sql<{ status: string; answer: string; awaits: string | null }>(
    'select status, answer, awaited_run_id as awaits from messages where id = $1',
    [queryId],
  );
  return row;
};
/** Makes the record answer a question whose answer was being written by a process that was killed. Returns the id of the question. */
const loseWriter = async (queryId: string, recordId: string): Promise<string> => {
  const lost = `${queryId}x`;
  await bed.server.sql(
    `insert into messages (tenant_id, id, conversation_id, ordinal, question, status, model_id, writer, awaited_run_id)
      select tenant_id, $2, conversation_id, ordinal + 1, question, 'STREAMING', model_id, 2147480000, $3 from messages where id = $1`,
    [queryId, lost, recordId],
  );
  await bed.server.sql(
    `update worker_records set input = jsonb_set(input, '{value,queryId}', to_jsonb($2::text)) where id = $1`,
    [recordId, lost],
  );
  return lost;
};

describe('an app that a worker answers', () => {
  it('makes a record of each question, whose result is the answer', async () => {
    const { workerId } = await takesQuestions();
    const appId = await makeApp(workerId);
    const stream = await streamed(appId);
    expect(await stream.ended).toBe('closed');
    expect(textOf(stream)).toContain(`Answer to: ${question}`);
    const line = await onlyRecord(workerId);
    expect(line).toMatchObject({ inputKind: 'APP', name: question, status: 'COMPLETED' });
    const record = await bed.read(line.recordId);
    const conversationId = String(stream.received[0]?.data['conversationId']);
    expect(record.input).toEqual({ query: question, appId, conversationId, queryId: queryIdOf(stream) });
    const details = await bed.client.call(history.endpoints.queryDetails, {
      params: { queryId: queryIdOf(stream) },
      query: { appId },
    });
    expect(details).toMatchObject({ status: 'COMPLETED', runId: record.runId });
    expect(details.credits).toBeCloseTo(record.credits, 6);
    const again = await streamed(appId, { query: 'And for whom?', conversationId });
    await again.ended;
    expect(textOf(again)).toContain(`The conversation so far`);
    expect(textOf(again)).toContain(`Question: ${question}`);
  });

  it('names members who ask, and no visitor', async () => {
    const { workerId } = await takesQuestions();
    const appId = await makeApp(workerId);
    await bed.client.call(chat.endpoints.query, { body: { appId, query: question } });
    const { recordId } = await onlyRecord(workerId);
    expect((await bed.read(recordId)).input).toMatchObject({ chatUserId: bed.userId });
  });

  it('tells the reader that a person decides, and gives the answer as soon as it is approved', async () => {
    const { workerId } = await takesQuestions({ approval: 'ALWAYS' });
    const stream = await streamed(await makeApp(workerId));
    await eventually(() => Promise.resolve(textOf(stream).includes('Somebody looks at the answer')));
    const { recordId } = await inStage(workerId, 'WAITING');
    await act(recordId, 'APPROVE');
    expect(await stream.ended).toBe('closed');
    expect(textOf(stream)).toMatch(/It follows here\.\n\nAnswer to: How many/);
    await eventually(async () => (await rowOf(queryIdOf(stream)))?.awaits === null);
    expect((await rowOf(queryIdOf(stream)))?.answer).toBe(textOf(stream));
  });

  it('tells the reader that a result was rejected, and members why', async () => {
    const { workerId } = await takesQuestions({ approval: 'ALWAYS' });
    const stream = await streamed(await makeApp(workerId));
    await act((await inStage(workerId, 'WAITING')).recordId, 'REJECT');
    await stream.ended;
    expect(stream.received.at(-1)).toMatchObject({ event: 'error', data: { code: 'chat.worker_ended' } });
    expect(String(stream.received.at(-1)?.data['message'])).not.toContain('rejected');
  });

  it('tells of a failure, and gives the answer after the failed activity was done again', async () => {
    const next = (await bed.deploy()).workerId;
    const set = (status: 'DEACTIVATED' | 'ACTIVE') =>
      bed.client.call(workers.endpoints.update, { params: { id: next }, body: { status } });
    await set('DEACTIVATED');
    bed.say(() => ({ text: 'Thirty days.' }));
    const { workerId } = await takesQuestions({ outputs: [{ kind: 'WORKER', workerId: next }] });
    const stream = await streamed(await makeApp(workerId));
    await stream.ended;
    expect(stream.received.at(-1)).toMatchObject({ event: 'error', data: { code: 'chat.worker_failed' } });
    expect(await rowOf(queryIdOf(stream))).toMatchObject({ status: 'FAILED' });
    await set('ACTIVE');
    const { recordId } = await onlyRecord(workerId);
    await bed.client.call(workerRecords.endpoints.retry, { body: { recordId } });
    const row = await eventually(async () => {
      const found = await rowOf(queryIdOf(stream));
      return found?.status === 'COMPLETED' && found;
    });
    expect(row).toMatchObject({ answer: 'Thirty days.', awaits: null });
  });

  it('cancels the record of a reader who stops the answer', async () => {
    const { workerId } = await takesQuestions({ approval: 'ALWAYS' });
    const appId = await makeApp(workerId);
    const stream = await streamed(appId);
    const { recordId } = await inStage(workerId, 'WAITING');
    const body = { appId, chatUserId, queryId: queryIdOf(stream) };
    await bed.server.visitor().call(chat.endpoints.stop, { body });
    await stream.ended;
    expect(await bed.ended(recordId)).toMatchObject({
      status: 'FAILED',
      cause: { code: 'workers.cancelled' },
    });
    expect(await rowOf(queryIdOf(stream))).toMatchObject({ status: 'STOPPED', awaits: null });
  });

  it('takes questions while it is paused, and answers them when it goes on', async () => {
    const { workerId } = await takesQuestions();
    const appId = await makeApp(workerId);
    const set = (status: 'PAUSED' | 'ACTIVE') =>
      bed.client.call(workers.endpoints.update, { params: { id: workerId }, body: { status } });
    await set('PAUSED');
    const stream = await streamed(appId);
    await eventually(() => Promise.resolve(textOf(stream).includes('begins later')));
    await set('ACTIVE');
    await stream.ended;
    expect(textOf(stream)).toContain(`Answer to: ${question}`);
  });

  it('gives the result to the stored answer when the process that wrote it was killed', async () => {
    const { workerId } = await takesQuestions({ approval: 'ALWAYS' });
    const stream = await streamed(await makeApp(workerId));
    const { recordId } = await inStage(workerId, 'WAITING');
    const queryId = await loseWriter(queryIdOf(stream), recordId);
    await act(recordId, 'APPROVE');
    const row = await eventually(async () => {
      const found = await rowOf(queryId);
      return found?.status === 'COMPLETED' && found.awaits === null && found;
    });
    expect(row.answer.match(/Answer to: /g)).toHaveLength(1);
  });

  it('tells those who wait when the worker is deleted, which names the app first', async () => {
    const { workerId } = await takesQuestions({ approval: 'ALWAYS' });
    const appId = await makeApp(workerId);
    const { name } = await bed.client.call(apps.endpoints.get, { params: { id: appId } });
    const { answers } = await bed.client.call(workers.endpoints.removal, { params: { id: workerId } });
    expect(answers).toEqual([{ appId, name }]);
    const stream = await streamed(appId);
    const { recordId } = await inStage(workerId, 'WAITING');
    stream.stop();
    await bed.server.sql(
      `update messages set status = 'COMPLETED', answer = 'It follows here.', awaited_run_id = $2 where id = $1`,
      [queryIdOf(stream), recordId],
    );
    await bed.client.call(workers.endpoints.remove, { params: { id: workerId } });
    const row = await eventually(async () => {
      const found = await rowOf(queryIdOf(stream));
      return found?.awaits === null && found;
    });
    expect(row.answer).toMatch(/^It follows here\.\n\nThe work on this question was ended/);
  });
});

describe('the choice of a worker that answers an app', () => {
  const codeOf = async (answererId: string) =>
    (await bed.client.send(apps.endpoints.create, { body: appBody(answererId) })).body.code;

  it('lists those that take questions of apps, and refuses all others', async () => {
    const asked = await takesQuestions();
    const silent = await bed.deploy({ queue: [{ kind: 'API' }] });
    const { orchestrations } = await bed.client.call(apps.endpoints.orchestrations, {});
    const offered = orchestrations.find(({ orchestration }) => orchestration === 'WORKER')?.answerers ?? [];
    expect(offered).toContainEqual({ answererId: asked.workerId, name: asked.name });
    expect(offered.map(({ answererId }) => answererId)).not.toContain(silent.workerId);
    expect(await codeOf(silent.workerId)).toBe('apps.worker_not_ready');
    expect(await codeOf('wrk_nothing')).toBe('apps.answerer_not_found');
    const stranger = await bed.server.signUp();
    const refused = await stranger.client.send(apps.endpoints.create, { body: appBody(asked.workerId) });
    expect(refused.body.code).toBe('apps.answerer_not_found');
  });

  it('leaves an app whose worker was deactivated without an answer, and says so', async () => {
    const { workerId } = await takesQuestions();
    const appId = await makeApp(workerId);
    await bed.client.call(workers.endpoints.update, {
      params: { id: workerId },
      body: { status: 'DEACTIVATED' },
    });
    const { body } = await bed.server.visitor().send(chat.endpoints.query, {
      body: { appId, query: question, chatUserId },
    });
    expect(body.code).toBe('chat.worker_off');
  });
});

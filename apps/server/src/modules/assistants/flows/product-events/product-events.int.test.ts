import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { type FlowBed, flowBed, handling } from '../../../../../tests/flow-bed.ts';
import { pieceStep, type StepJson } from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';
import { startByEvent } from './start-by-event.ts';

const failing = pieceStep('step_1', ['utilities', 'stop_flow'], { failed: true, message: 'No stock.' });

describe('events of the product', () => {
  let server: TestServer;
  let client: Client;
  let tenantId: string;
  let bed: FlowBed;

  beforeAll(async () => {
    server = await startTestServer();
    const owner = await server.signUp();
    ({ client } = owner);
    tenantId = owner.user.tenantId;
    bed = flowBed(server, client);
  });
  afterAll(() => server.close());

  /** Publishes a flow that an event starts. Returns its id. */
  const listen = async (
    triggerName: string,
    { input = {}, step, as = client }: { input?: object; step?: StepJson; as?: Client } = {},
  ): Promise<string> => {
    const { flowId } = await as.call(flows.endpoints.create, {
      body: {
        displayName: `On ${triggerName} ${crypto.randomUUID()}`,
        trigger: {
          name: 'trigger',
          type: 'PIECE_TRIGGER',
          displayName: 'Event',
          settings: { pieceName: 'events', pieceVersion: '', triggerName, input },
          ...(step && { nextAction: step }),
        },
      },
    });
    await as.call(flows.endpoints.publish, { params: { id: flowId } });
    return flowId;
  };
  const runsOf = async (flowId: string, as = client) =>
    (await as.call(flowRuns.endpoints.list, { query: { flowId } })).items;
  const payloadsOf = (flowId: string) =>
    server.sql<{ payload: Record<string, unknown> }>(
      `select input -> 'payload' as payload from runs where subject_id = $1 order by created_at`,
      [flowId],
    );
  const first = (flowId: string) => eventually(async () => (await payloadsOf(flowId))[0]?.payload);
  /** Waits until all events have been delivered. */
  const delivered = () => eventually(async () => (await server.sql('select 1 from events')).length === 0);

  it('start a flow when the run of another one fails, with the step and the error', async () => {
    const flowId = await listen('run_failed');
    const failed = await bed.run([failing]);
    expect(failed.status).toBe('FAILED');
    expect(await first(flowId)).toMatchObject({
      flow: { id: failed.flowId, name: failed.flowName },
      run: { id: failed.runId },
      step: { name: 'step_1', title: 'step_1' },
      error: { code: 'flows.stopped', message: 'No stock.' },
    });
  });

  it('start nothing for tests, for the own run, or for a run that a failure started', async () => {
    const one = await listen('run_failed', { step: failing });
    const two = await listen('run_failed', { step: failing });
    const tested = await client.call(flows.endpoints.test, { params: { id: one }, body: {} });
    expect((await bed.ended(tested.runId)).status).toBe('FAILED');
    await bed.run([failing]);
    await eventually(async () => {
      const all = [...(await runsOf(one)), ...(await runsOf(two))];
      return all.filter(({ status }) => status === 'FAILED').length === 3;
    });
    await delivered();
    expect((await runsOf(one)).map(({ environment }) => environment).toSorted()).toEqual([
      'PRODUCTION',
      'TESTING',
    ]);
    expect(await runsOf(two)).toHaveLength(1);
    for (const id of [one, two])
      await client.call(flows.endpoints.setStatus, { params: { id }, body: { status: 'DISABLED' } });
  });

  it('start one run when flows that call each other fail, for the outermost, with those that it called', async () => {
    const call = (flowId: string, errors = {}) =>
      handling(pieceStep('step_1', ['sub-flow', 'call_flow'], { flowId, wait: true }), errors);
    const inner = await bed.publish([failing]);
    const middle = await bed.publish([call(inner)]);
    const all = await listen('run_failed');
    const ofInner = await listen('run_failed', { input: { flowId: inner } });
    const handled = await bed.run([call(middle, { continueOnFailure: true })]);
    expect(handled.status).toBe('SUCCEEDED');
    const failed = await bed.run([call(middle)]);
    const told = {
      flow: { id: failed.flowId },
      run: { id: failed.runId },
      step: { name: 'step_1' },
      error: { code: 'flows.stopped', message: 'No stock.' },
      calls: [
        { flow: { id: middle }, step: { name: 'step_1' } },
        { flow: { id: inner }, step: { name: 'step_1' } },
      ],
    };
    expect(await first(all)).toMatchObject(told);
    expect(await first(ofInner)).toMatchObject(told);
    await delivered();
    expect(await payloadsOf(all)).toHaveLength(1);
    expect(await payloadsOf(ofInner)).toHaveLength(1);
    for (const id of [all, ofInner])
      await client.call(flows.endpoints.setStatus, { params: { id }, body: { status: 'DISABLED' } });
  });

  it('start one run, however often an event is delivered', async () => {
    const failed = await bed.run([failing]);
    const flowId = await listen('run_failed');
    const event = {
      ...{ id: `evt_${crypto.randomUUID()}`, event: 'run_failed' as const },
      ...{ subjectId: failed.runId, at: new Date().toISOString() },
    };
    const ctx = server.contextOf(tenantId);
    await Promise.all([1, 2, 3, 4].map(() => startByEvent(ctx, event)));
    await startByEvent(ctx, event);
    expect(await runsOf(flowId)).toHaveLength(1);
  });

  it('start only flows that are on, choose the object, and belong to the same company', async () => {
    const chosen = await bed.publish([failing]);
    const other = await bed.publish([failing]);
    const flowId = await listen('run_failed', { input: { flowId: chosen } });
    const off = await listen('run_failed');
    await client.call(flows.endpoints.setStatus, { params: { id: off }, body: { status: 'DISABLED' } });
    const stranger = (await server.signUp()).client;
    const theirs = await listen('run_failed', { as: stranger });
    for (const id of [other, chosen]) await bed.ended(await bed.start(id));
    expect(await first(flowId)).toMatchObject({ flow: { id: chosen } });
    await delivered();
    expect(await payloadsOf(flowId)).toHaveLength(1);
    expect(await runsOf(off)).toEqual([]);
    expect(await runsOf(theirs, stranger)).toEqual([]);
  });

  it('start a flow when a question was answered, stayed without an answer, and when its answer was disliked', async () => {
    const base = await filledBase(client, { 'ferry.txt': 'The ferry leaves at six.' });
    const { appId } = await client.call(apps.endpoints.create, {
      body: { name: 'Harbour', access: 'PUBLIC', knowledgeBaseIds: [base] },
    });
    const input = { appId };
    const answered = await listen('answer_given', { input });
    const unanswered = await listen('question_unanswered', { input });
    const disliked = await listen('answer_disliked', { input });
    const elsewhere = await listen('answer_given', { input: { appId: 'app_other' } });
    const ask = (query: string) => client.call(chat.endpoints.query, { body: { appId, query } });
    const { queryId } = await ask('When does the ferry leave?');
    const app = { id: appId, name: 'Harbour' };
    expect(await first(answered)).toMatchObject({ app, queryId, question: 'When does the ferry leave?' });
    const other = await ask('Qwxz vbnm?');
    expect(await first(unanswered)).toMatchObject({ app, queryId: other.queryId, question: 'Qwxz vbnm?' });
    const rating = { appId, queryId, verdict: 'DISLIKE' as const, feedback: 'At seven.' };
    await client.call(feedback.endpoints.likeDislike, { body: rating });
    await client.call(feedback.endpoints.likeDislike, { body: rating });
    expect(await first(disliked)).toMatchObject({ app, queryId, feedback: 'At seven.' });
    await delivered();
    expect(await payloadsOf(answered)).toHaveLength(1);
    expect(await payloadsOf(disliked)).toHaveLength(1);
    expect(await payloadsOf(elsewhere)).toEqual([]);
  });

  it('start a flow when a document was imported, and when that failed', async () => {
    const imported = await listen('document_imported');
    const failed = await listen('import_failed');
    const base = await filledBase(client, {
      'menu.txt': 'Soup on Mondays.',
      'broken.pdf': '%PDF-1.7 broken',
    });
    expect(await first(imported)).toMatchObject({
      knowledgeBase: { id: base },
      document: { name: 'menu.txt' },
    });
    const failure = (await first(failed)) as { error: { message: string } };
    expect(failure).toMatchObject({ knowledgeBase: { id: base }, document: { name: 'broken.pdf' } });
    expect(failure.error.message).not.toBe('');
  });

  it('are written only for companies in which a trigger waits for them', async () => {
    await listen('import_failed');
    const stranger = await server.signUp();
    const tell = (tenant: string, event: string) =>
      server.sql(`do $$ begin
        perform atelier.tell_flows('${tenant}', '${event}', 'imp_none');
        if exists (select 1 from events where tenant_id = '${tenant}' and payload ->> 'event' = '${event}') then
          raise exception 'written';
        end if;
      end $$`);
    await expect(tell(tenantId, 'import_failed')).rejects.toThrow('written');
    await tell(stranger.user.tenantId, 'import_failed');
    await tell(tenantId, 'event_of_nobody');
  });
});

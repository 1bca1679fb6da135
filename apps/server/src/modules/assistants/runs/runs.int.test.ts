import { access } from '@atelier/contracts/account/access';
import { runRetention } from '@atelier/contracts/assistants/runs/run-retention';
import { runs } from '@atelier/contracts/assistants/runs/runs';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { audit } from '@atelier/contracts/operate/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Client } from '../../../../tests/client.ts';
import { openStream } from '../../../../tests/event-stream.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { ended, moduleOf, probe, startOf } from '../../../../tests/kernel/runs/probe-runs.ts';
import { importTexts, settled } from '../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../tests/member.ts';
import { dropOldRuns } from '../../../kernel/runs/start/cancel-run.ts';
import { modules } from '../../../modules.ts';

const { endpoints } = runs;
const open = probe('test.shown', { title: 'Probe', screen: { cancel: true, retry: true, canReplay: true } });
const closed = probe('test.closed');
/** The subjects of the runs that were cancelled in the way of their module. */
const cancelled: unknown[] = [];
const own = probe('test.own', {
  screen: {
    cancel: (ctx, subject) => {
      cancelled.push(subject);
      return ctx.tx((tx) => tx.audit('tests.cancelled', 'probe'));
    },
  },
});
const { works } = open;

describe('the view of runs', () => {
  let server: TestServer;
  let owner: Client;
  let tenantId: string;
  const start = async (name: string, value?: unknown) =>
    (await startOf(() => server.contextOf(tenantId), open.definition)(name, value)) ?? '';
  const refusal = async (reply: Promise<{ body: { code?: string | undefined } }>) => (await reply).body.code;
  const newBase = (name: string) => owner.call(knowledge.endpoints.create, { body: { name } });
  const get = (runId: string, client = owner) => client.call(endpoints.get, { params: { runId } });
  const stepsOf = (runId: string) => owner.call(endpoints.steps, { params: { runId } });
  const list = async (query: object, client = owner) => (await client.call(endpoints.list, { query })).items;

  beforeAll(async () => {
    server = await startTestServer({
      extraModules: [moduleOf(open.definition, closed.definition, own.definition)],
    });
    const { client, user } = await server.signUp();
    owner = client;
    ({ tenantId } = user);
  });
  afterAll(() => server.close());

  it('gives every kind of run of the product a title and a way to its subject', () => {
    const kinds = modules.flatMap((module) => module.runs ?? []);
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([
      'agents.run',
      'evaluation.attack',
      'evaluation.performance-test',
      'flows.branch',
      'flows.refused',
      'flows.run',
      'graph.build',
      'knowledge.import',
      'knowledge.rebuild-store',
      'knowledge.reindex',
      'knowledge.summarize',
      'schemas.run',
      'sources.sync',
      'workers.record',
    ]);
    for (const { kind, title, screen } of kinds)
      expect([kind, typeof title, typeof screen?.subjects]).toEqual([kind, 'string', 'function']);
  });

  it('keeps ended runs for as long as the company says, and says before how many a shorter time deletes', async () => {
    const { client, user } = await server.signUp();
    const { get, put, removal } = runRetention.endpoints;
    const read = () => client.call(get, { query: {} });
    const count = async (days: number) => (await client.call(removal, { query: { days } })).runs;
    expect(await read()).toEqual({ days: null, defaultDays: 30 });
    const endedAgo = (id: string, days: number) =>
      server.sql(
        `insert into runs (tenant_id, id, kind, status, input, actor, is_kept, created_at, finished_at)
          values ($1, $2, 'graph.build', 'COMPLETED', '{}', '{}', false, now(), now() - $3 * interval '1 day')`,
        [user.tenantId, id, days],
      );
    await endedAgo('run_old', 9);
    await endedAgo('run_young', 5);
    expect([await count(10), await count(7), await count(3)]).toEqual([0, 1, 2]);
    expect(await dropOldRuns(server.services)).toBe(0);
    expect(await client.call(put, { body: { days: 7 } })).toEqual({ days: 7, defaultDays: 30 });
    expect((await client.send(put, { body: { days: 0 } })).status).toBe(400);
    expect(await dropOldRuns(server.services)).toBe(1);
    expect((await list({}, client)).map(({ runId }) => runId)).toEqual(['run_young']);
    expect(await client.call(put, { body: { days: null } })).toEqual({ days: null, defaultDays: 30 });
    const { items } = await client.call(audit.endpoints.list, {
      query: { action: 'runs.retention_changed' },
    });
    expect(items.map(({ details }) => details)).toEqual([{ days: 30 }, { days: 7 }]);
  });

  it('lists as failures to mend neither tests of drafts nor what was ordered again or run by a test', async () => {
    const { client, user } = await server.signUp();
    const failed = (
      id: string,
      kind: string,
      more: { input?: object; origin?: string; parent?: string } = {},
    ) =>
      server.sql(
        `insert into runs (tenant_id, id, kind, status, input, actor, origin_id, parent_id, is_kept, finished_at)
          values ($1, $2, $3, 'FAILED', $4, '{}', $5, $6, false, now())`,
        [
          ...[user.tenantId, id, kind, JSON.stringify(more.input ?? {})],
          ...[more.origin ?? null, more.parent ?? null],
        ],
      );
    await failed('run_draft', 'flows.run', { input: { environment: 'TESTING' } });
    await failed('run_live', 'flows.run', { input: { environment: 'PRODUCTION' } });
    await failed('run_first', 'knowledge.import');
    await failed('run_again', 'knowledge.import', { origin: 'run_first' });
    await failed('run_test', 'evaluation.performance-test');
    await failed('run_of_test', 'agents.run', { parent: 'run_test' });
    const query = { status: 'FAILED', order: 'asc' };
    expect(await list(query, client)).toHaveLength(6);
    const toMend = (await list({ ...query, toMend: 'true' }, client)).map(({ runId }) => runId);
    expect(toMend.toSorted()).toEqual(['run_again', 'run_live']);
  });

  it('lists runs newest first, by page, and finds them by id, kind, title, status and knowledge base', async () => {
    const base = await newBase('Handbook of pages');
    const imports = await importTexts(owner, base.knowledgeBaseId, { 'a.txt': 'One.', 'b.txt': 'Two.' });
    await settled(
      owner,
      imports.map(({ knowledgeBaseImportId }) => knowledgeBaseImportId),
    );
    await ended(server, await start(works('listed', async () => 'done')));
    const scopeId = base.knowledgeBaseId;
    const lines = await list({ scopeId });
    expect(lines.map(({ title, status }) => [title, status])).toEqual([
      ['Import of a document', 'COMPLETED'],
      ['Import of a document', 'COMPLETED'],
    ]);
    expect(
      lines.map(({ subject }) => subject?.name ?? '').toSorted((one, other) => one.localeCompare(other)),
    ).toEqual(['a.txt', 'b.txt']);
    const [first, second] = lines;
    expect(first?.subject?.address).toMatch(`/knowledge-base/${scopeId}/documents?document=`);
    const page = await owner.call(endpoints.list, { query: { scopeId, limit: 1 } });
    expect([page.items[0]?.runId, page.total]).toEqual([first?.runId, 2]);
    const rest = { scopeId, limit: 1, cursor: page.nextCursor ?? '' };
    expect((await list(rest)).map(({ runId }) => runId)).toEqual([second?.runId]);
    expect((await list({ scopeId, order: 'asc' }))[0]?.runId).toBe(second?.runId);
    for (const search of [first?.runId, 'of pages', 'import of a doc', 'knowledge.import', scopeId])
      expect((await list({ search, scopeId })).map(({ runId }) => runId)).toContain(first?.runId);
    expect(await list({ search: 'nothing like it' })).toEqual([]);
    expect(await list({ scopeId, status: 'FAILED' })).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await list({ scopeId, from: today, to: today })).toHaveLength(2);
    expect(await list({ scopeId, to: '2026-01-01' })).toEqual([]);
    expect(await list({ scopeId, from: '2100-01-01' })).toEqual([]);
    expect((await list({ kind: 'test.shown' }))[0]).toMatchObject({ title: 'Probe', subject: null });
  });

  it('shows a run with its version, times, stages, steps, cause and children', async () => {
    works('little', async (run) => run.step('work', () => 2));
    const id = await start(
      works('whole', async (run) => {
        await run.step('count', () => ({ chunks: 3 }), { input: { page: 1 } });
        await run.progress(0.5, 'Reading page 1 of 2');
        await run.child('part', open.definition, { name: 'little' });
        await run.outward('call', {}, () => Promise.reject(new Error('a secret of the driver')));
      }),
    );
    await ended(server, id);
    const run = await get(id);
    expect(run).toMatchObject({
      title: 'Probe',
      status: 'FAILED',
      version: 1,
      engine: 1,
      cause: { code: 'server.internal' },
      stages: [{ name: 'Reading page 1 of 2' }],
      input: { text: '{"name": "whole"}' },
      output: null,
      waits: [],
      children: [{ title: 'Probe', status: 'COMPLETED', parentId: id }],
      abilities: { canCancel: false, canRetry: true, canReplay: true },
    });
    expect([run.queuedAt, run.startedAt, run.endedAt].every((at) => at !== null)).toBe(true);
    const { steps, next } = await stepsOf(id);
    expect(next).toBeNull();
    const page = (query: object) => owner.call(endpoints.steps, { params: { runId: id }, query });
    const [first, rest] = [await page({ limit: 3 }), await page({ limit: 3, after: 3 })];
    expect([first.steps, first.next]).toEqual([steps.slice(0, 3), steps[2]?.seq]);
    expect([rest.steps, rest.next]).toEqual([steps.slice(3), null]);
    expect((await page({ limit: 4 })).next).toBeNull();
    expect(run.hasMoreChildren).toBe(false);
    const unnamed = { params: { runId: id }, query: { of: 'STEP' as const } };
    expect(await refusal(owner.send(endpoints.text, unnamed))).toBe('run.not_found');
    expect(steps.map(({ name, operation }) => `${operation} ${name}`)).toEqual([
      'step count',
      'child part',
      'ended part',
      'outward call',
    ]);
    expect(steps[0]).toMatchObject({
      attempts: 1,
      input: { text: '{"page":1}' },
      output: { text: '{"chunks":3}', size: 12 },
    });
    expect(steps[3]).toMatchObject({ output: null, cause: { code: 'server.internal' } });
    expect(JSON.stringify([run, steps])).not.toContain('secret of the driver');
    const part = await get(run.children[0]?.runId ?? '');
    expect(part.parent).toEqual({ runId: id, title: 'Probe' });
  });

  it('says what a run waits for, and until when', async () => {
    works('asleep', (run) => run.sleep('a long night', 3_600_000));
    const id = await start(
      works('waiting', (run) =>
        Promise.all([
          run.child('sleeper', open.definition, { name: 'asleep' }),
          run.waitFor('approval', { schema: z.string(), timeoutMs: 60_000 }),
        ]),
      ),
    );
    const run = await eventually(async () => {
      const now = await get(id);
      return now.status === 'WAITING' && now.children[0]?.status === 'WAITING' && now;
    });
    expect(run.waits).toEqual([
      { kind: 'CHILD', name: 'sleeper', until: null },
      { kind: 'SIGNAL', name: 'approval', until: expect.any(String) },
    ]);
    const { waits } = await get(run.children[0]?.runId ?? '');
    expect(waits).toEqual([{ kind: 'TIME', name: 'a long night', until: expect.any(String) }]);
    const early = owner.send(endpoints.replay, { params: { runId: id }, body: { fromStep: 1 } });
    expect(await refusal(early)).toBe('run.not_finished');
    const cancelled = await owner.call(endpoints.cancel, { params: { runId: id } });
    const audited = await owner.call(audit.endpoints.list, { query: { action: 'runs.cancelled' } });
    expect(audited.items).toMatchObject([{ subjectId: id, details: { name: 'Probe' } }]);
    expect(cancelled).toMatchObject({ status: 'CANCELLED', waits: [], children: [{ status: 'CANCELLED' }] });
    expect(await refusal(owner.send(endpoints.cancel, { params: { runId: id } }))).toBe(
      'run.already_finished',
    );
  });

  it('gives a large output piece by piece, and never more than 65,536 characters', async () => {
    const large = 'ä'.repeat(300_000);
    const id = await start(works('large', (run) => run.step('large', () => large)));
    await ended(server, id);
    const { output } = await get(id);
    const [step] = (await stepsOf(id)).steps;
    expect(output?.size).toBe(300_002);
    expect(step?.output).toMatchObject({ size: 300_002 });
    expect((output?.text.length ?? 0) + (step?.output?.text.length ?? 0)).toBeLessThanOrEqual(4_000);
    for (const query of [{ of: 'OUTPUT' } as const, { of: 'STEP', seq: 1 } as const]) {
      let text = '';
      for (let from: number | null = 0; from !== null; ) {
        const piece: { text: string; next: number | null } = await owner.call(endpoints.text, {
          params: { runId: id },
          query: { ...query, from },
        });
        expect(piece.text.length).toBeLessThanOrEqual(65_536);
        text += piece.text;
        from = piece.next;
      }
      expect(JSON.parse(text)).toBe(large);
    }
    expect(
      await refusal(owner.send(endpoints.text, { params: { runId: id }, query: { of: 'STEP', seq: 9 } })),
    ).toBe('run.not_found');
  });

  it('shows each role the runs of the knowledge bases that it sees, and hides the others as if they were not there', async () => {
    const shared = await newBase('Shared');
    const hidden = await newBase('Hidden');
    await owner.call(knowledge.endpoints.update, {
      params: { id: shared.knowledgeBaseId },
      body: { share: 'EVERYONE' },
    });
    await owner.call(knowledge.endpoints.update, {
      params: { id: hidden.knowledgeBaseId },
      body: { share: 'PRIVATE' },
    });
    const runIds: Record<string, string> = {};
    for (const { knowledgeBaseId } of [shared, hidden]) {
      const [imported] = await importTexts(owner, knowledgeBaseId, { 'c.txt': 'Three.' });
      await settled(owner, [imported?.knowledgeBaseImportId ?? '']);
      runIds[knowledgeBaseId] = (await list({ scopeId: knowledgeBaseId }))[0]?.runId ?? '';
    }
    const [ofShared, ofHidden] = [shared, hidden].map((base) => runIds[base.knowledgeBaseId] ?? '');
    const seenBy = async (client: Client) =>
      (await list({}, client)).map(({ runId }) => runId).filter((id) => [ofShared, ofHidden].includes(id));
    const [builder, operator, user] = [
      await joinTenant(server, { tenantId, role: 'BUILDER' }),
      await joinTenant(server, { tenantId, role: 'OPERATOR' }),
      await joinTenant(server, { tenantId, role: 'USER' }),
    ];
    expect(await seenBy(builder.client)).toEqual([ofHidden, ofShared]);
    expect(await seenBy(user.client)).toEqual([ofShared]);
    expect(await seenBy(operator.client)).toEqual([]);
    const params = { runId: ofHidden ?? '' };
    for (const address of ['', '/steps', '/text?of=INPUT'])
      expect((await user.client.fetch(`/api/monitoring/runs/${params.runId}${address}`)).status).toBe(404);
    expect((await user.client.fetch(`/api/monitoring/run-events?runId=${params.runId}`)).status).toBe(404);
    expect(await list({ kind: 'test.shown' }, user.client)).toEqual([]);
    await owner.call(access.endpoints.give, {
      body: { entityId: hidden.knowledgeBaseId, email: operator.email },
    });
    expect(await seenBy(operator.client)).toEqual([ofHidden]);
    expect((await get(ofHidden ?? '', operator.client)).abilities).toEqual({
      canCancel: false,
      canRetry: false,
      canReplay: false,
    });
    const forbidden = await operator.client.fetch(`/api/monitoring/runs/${params.runId}/retry`, {
      method: 'POST',
    });
    expect(forbidden.status).toBe(403);
  });

  it('answers another company with 404, and lists it nothing', async () => {
    const id = await start(works('walled', async () => 'done'));
    const stranger = (await server.signUp('Alan Turing')).client;
    expect(await list({}, stranger)).toEqual([]);
    expect(await refusal(stranger.send(endpoints.get, { params: { runId: id } }))).toBe('run.not_found');
  });

  it('retries a failed run from its failed step as a new run, which names the one before', async () => {
    let isBroken = true;
    const id = await start(
      works('breaks', async (run) => {
        const one = await run.step('one', () => Math.random());
        await run.step('two', () => {
          if (isBroken) throw new Error('broken');
        });
        return one;
      }),
    );
    await ended(server, id);
    isBroken = false;
    const { runId } = await owner.call(endpoints.retry, { params: { runId: id } });
    await ended(server, runId);
    const [before, after] = [await stepsOf(id), await stepsOf(runId)];
    expect(await get(runId)).toMatchObject({ status: 'COMPLETED', origin: { runId: id } });
    expect(after.steps[0]?.output).toEqual(before.steps[0]?.output);
    const { items } = await owner.call(audit.endpoints.list, { query: { action: 'runs.retried' } });
    expect(items[0]).toMatchObject({ subjectId: id, details: { runId } });
    expect(await refusal(owner.send(endpoints.retry, { params: { runId } }))).toBe('runs.not_retryable');
  });

  it('replays a run from a step with another input, which has to fit', async () => {
    const id = await start(
      works('doubles', async (run, value) => {
        const kept = await run.step('keep', () => Number(value));
        return run.step('double', () => [kept, Number(value) * 2]);
      }),
      4,
    );
    await ended(server, id);
    const replay = (body: { fromStep: number; input?: unknown }) =>
      owner.send(endpoints.replay, { params: { runId: id }, body });
    expect(await refusal(replay({ fromStep: 2, input: { name: 7 } }))).toBe('runs.input_refused');
    const { body } = await replay({ fromStep: 2, input: { name: 'doubles', value: 10 } });
    const runId = body.responseData?.runId ?? '';
    await ended(server, runId);
    expect((await get(runId)).output?.text).toBe('[4,20]');
    const { items } = await owner.call(audit.endpoints.list, { query: { action: 'runs.replayed' } });
    expect(items).toMatchObject([{ subjectId: id, details: { name: 'Probe', runId, fromStep: 2 } }]);
    const same = await replay({ fromStep: 1 });
    await ended(server, same.body.responseData?.runId ?? '');
    expect((await get(same.body.responseData?.runId ?? '')).output?.text).toBe('[4,8]');
  });

  it('offers nothing for a kind whose definition allows nothing', async () => {
    closed.works('stuck', (run) => run.waitFor('never', { schema: z.string() }));
    const id = (await startOf(() => server.contextOf(tenantId), closed.definition)('stuck')) ?? '';
    const none = { canCancel: false, canRetry: false, canReplay: false };
    expect((await get(id)).abilities).toEqual(none);
    expect(await refusal(owner.send(endpoints.cancel, { params: { runId: id } }))).toBe(
      'runs.not_cancellable',
    );
    await server.sql("update runs set status = 'FAILED', finished_at = now() where id = $1", [id]);
    const params = { runId: id };
    expect(await refusal(owner.send(endpoints.retry, { params }))).toBe('runs.not_retryable');
    expect(await refusal(owner.send(endpoints.replay, { params, body: { fromStep: 1 } }))).toBe(
      'runs.not_replayable',
    );
    const titled = await owner.call(endpoints.kinds, { query: {} });
    const titles = titled.kinds.map(({ title }) => title);
    expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other)));
    expect(titles).toContain('test.closed');
  });

  it('cancels a run in the way of its module', async () => {
    own.works('kept', (run) => run.waitFor('never', { schema: z.string() }));
    const runId = (await startOf(() => server.contextOf(tenantId), own.definition)('kept')) ?? '';
    const run = await owner.call(endpoints.cancel, { params: { runId } });
    expect(cancelled).toEqual([{ subjectId: '', scopeId: '' }]);
    expect(run.status).not.toBe('CANCELLED');
  });

  it('tells the watchers of a run or the list that it has changed, at most once a second', async () => {
    const gate = Promise.withResolvers<void>();
    const ofList = await openStream(owner, `${endpoints.events.path}?runId=all`);
    // What the list shows first must not contain the run already.
    await eventually(async () => ofList.received.length > 0);
    const id = await start(
      works('watched', async (run) => {
        await run.step('first', () => gate.promise);
        await run.progress(0.5, 'Half of it');
        for (let at = 0; at < 20; at += 1) await run.outward(`call ${at}`, {}, async () => at);
      }),
    );
    const ofRun = await openStream(owner, `${endpoints.events.path}?runId=${id}`);
    await eventually(async () => ofRun.received.length > 0 && ofList.received.length > 1);
    const before = ofRun.received.length;
    gate.resolve();
    await ended(server, id);
    await eventually(async () => ofRun.received.length > before);
    expect(ofRun.received.every(({ event }) => event === 'changed')).toBe(true);
    const at = ofRun.received.map(({ data }) => Date.parse(String(data.at)));
    expect(at.length).toBeLessThan(10);
    for (const stream of [ofRun, ofList]) {
      stream.stop();
      expect(await stream.ended).toBe('aborted');
    }
  });

  it('ends the stream of a watcher who may no longer see the run', async () => {
    const { knowledgeBaseId } = await newBase('Shared for a while');
    await owner.call(knowledge.endpoints.update, {
      params: { id: knowledgeBaseId },
      body: { share: 'EVERYONE' },
    });
    const [imported] = await importTexts(owner, knowledgeBaseId, { 'd.txt': 'Four.' });
    await settled(owner, [imported?.knowledgeBaseImportId ?? '']);
    const [line] = await list({ scopeId: knowledgeBaseId });
    const user = await joinTenant(server, { tenantId, role: 'USER' });
    const stream = await openStream(user.client, `${endpoints.events.path}?runId=${line?.runId ?? ''}`);
    await eventually(async () => stream.received.length > 0);
    await server.sql('delete from memberships where user_id = $1', [user.userId]);
    expect(await stream.ended).toBe('closed');
  });

  it('retries an import as its module does, so that the document follows the new run', async () => {
    const base = await newBase('Broken files');
    const [imported] = await importTexts(owner, base.knowledgeBaseId, { 'broken.pdf': '%PDF-1.7 nothing' });
    const importId = imported?.knowledgeBaseImportId ?? '';
    await settled(owner, [importId]);
    const [line] = await list({ scopeId: base.knowledgeBaseId });
    expect(line).toMatchObject({ status: 'FAILED', subject: { name: 'broken.pdf' } });
    const { runId } = await owner.call(endpoints.retry, { params: { runId: line?.runId ?? '' } });
    await settled(owner, [importId]);
    expect(runId).not.toBe(line?.runId);
    expect((await list({ scopeId: base.knowledgeBaseId })).map((run) => run.runId)).toEqual([
      runId,
      line?.runId,
    ]);
    expect((await get(line?.runId ?? '')).abilities.canRetry).toBe(false);
  });
});

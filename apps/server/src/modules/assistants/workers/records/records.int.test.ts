import { access } from '@atelier/contracts/account/access';
import { workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/eventually.ts';
import { joinTenant } from '../../../../../tests/member.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';

const { endpoints } = workerRecords;
let bed: WorkerBed;
let site: FakeServer;
let calls: { key: unknown; body: unknown }[] = [];
let status = 200;

beforeAll(async () => {
  site = await startFakeServer((request, response) => {
    calls.push({ key: request.headers['idempotency-key'], body: request.body });
    response.writeHead(status).end();
    return Promise.resolve();
  });
  bed = await startWorkerBed([new URL(site.origin).host]);
});
beforeEach(() => {
  calls = [];
  status = 200;
  bed.say(({ messages }) => ({ text: `Read: ${String(messages.at(-1)?.content)}` }));
});
afterAll(async () => {
  await bed.close();
  await site.close();
});

const waiting = (recordId: string) =>
  eventually(async () => {
    const record = await bed.read(recordId);
    return record.stage === 'WAITING' && record.actions.length > 0 && record;
  });

const act = (recordId: string, action: 'APPROVE' | 'REJECT' | 'REDO', more: object = {}, as = bed.client) =>
  as.call(endpoints.handleOutputAction, { body: { recordId, action, ...more } });

describe('the result of a record that waits', () => {
  it('is delivered once a person approves it, as it was corrected', {
    tags: ['RECORD-24', 'ROLE-12'],
  }, async () => {
    const outputs = [{ kind: 'WEBHOOK', url: `${site.origin}/hook` }];
    const { workerId } = await bed.deploy({ approval: 'ALWAYS', outputs, access: 'PUBLIC' });
    const operator = await joinTenant(bed.server, { tenantId: bed.tenantId, role: 'OPERATOR' });
    const invited = { params: { entityId: workerId }, body: { userIds: [operator.userId] } };
    await bed.client.call(access.endpoints.update, invited);
    const recordId = await bed.trigger(workerId, 'Draft it.');
    const record = await waiting(recordId);
    expect(record.actions).toEqual(['APPROVE', 'REJECT', 'REDO']);
    expect(calls).toEqual([]);
    await act(recordId, 'APPROVE', { output: 'Corrected.' }, operator.client);
    await expect(act(recordId, 'APPROVE')).rejects.toThrow('workers.not_waiting');
    const ended = await bed.ended(recordId);
    expect(ended).toMatchObject({ status: 'COMPLETED', outputText: 'Corrected.' });
    expect(calls).toMatchObject([{ body: { recordId, text: 'Corrected.' } }]);
    expect(ended.activities.map(({ element, status: state }) => [element, state])).toEqual([
      ['INPUT', 'COMPLETED'],
      ['ACTIVITY', 'COMPLETED'],
      ['OUTPUT', 'COMPLETED'],
      ['OUTPUT', 'COMPLETED'],
    ]);
  });

  it('keeps its fields when it is corrected, and what has none is refused', async () => {
    bed.say(() => ({ text: '{"total":17,"note":"As read."}' }));
    const properties = { total: { type: 'number' }, note: { type: 'string' } };
    const outputSchema = { type: 'object', properties, required: ['total', 'note'] };
    const agentId = await bed.makeAgent({ outputSchema });
    const outputs = [
      { kind: 'WEBHOOK', url: `${site.origin}/hook` },
      { kind: 'FILE', name: 'Sums', format: 'TEXT' },
    ];
    const { workerId } = await bed.deploy({ agentId, approval: 'ALWAYS', outputs });
    const recordId = await bed.trigger(workerId, 'Read it.');
    expect((await waiting(recordId)).outputData).toEqual({ total: 17, note: 'As read.' });
    await expect(act(recordId, 'APPROVE', { output: 'Eighteen.' })).rejects.toThrow(
      'workers.output_unreadable',
    );
    await act(recordId, 'APPROVE', { output: '{"total":18,"note":"As read."}' });
    const ended = await bed.ended(recordId);
    expect(ended.outputData).toEqual({ total: 18, note: 'As read.' });
    expect(ended.activities[2]?.detail).toMatch(/^Corrected and approved by /);
    expect(calls).toMatchObject([{ body: { output: { total: 18, note: 'As read.' } } }]);
    const file = await bed.client.fetch(ended.outputFiles[0]?.url ?? '');
    expect(await file.text()).toBe('Total: 18\nNote: As read.');
  });

  it('is done again with a comment, or rejected, and then goes nowhere', {
    tags: ['RECORD-26'],
  }, async () => {
    const outputs = [{ kind: 'WEBHOOK', url: `${site.origin}/hook` }];
    const { workerId } = await bed.deploy({ approval: 'ALWAYS', outputs });
    const recordId = await bed.trigger(workerId, 'Draft it.');
    await waiting(recordId);
    await act(recordId, 'REDO', { comment: 'Shorter, please.' });
    const again = await eventually(async () => {
      const record = await bed.read(recordId);
      return record.stage === 'WAITING' && record.outputText.includes('Shorter, please.') && record;
    });
    expect(again.activities.filter(({ element }) => element === 'ACTIVITY')).toHaveLength(2);
    await act(recordId, 'REJECT', { comment: 'No.' });
    expect(await bed.ended(recordId)).toMatchObject({
      status: 'FAILED',
      cause: { code: 'workers.rejected' },
    });
    const approvals = (await bed.read(recordId)).activities.filter(({ element }) => element === 'OUTPUT');
    expect(approvals.map(({ status, cause }) => [status, cause?.code])).toEqual([
      ['COMPLETED', undefined],
      ['FAILED', 'workers.rejected'],
    ]);
    expect(calls).toEqual([]);
  });

  it('is not decided by a member who may only read', async () => {
    const { workerId } = await bed.deploy({ approval: 'ALWAYS', access: 'PUBLIC' });
    const user = await joinTenant(bed.server, { tenantId: bed.tenantId, role: 'USER' });
    const recordId = await bed.trigger(workerId, 'Draft it.');
    await waiting(recordId);
    await expect(act(recordId, 'APPROVE', {}, user.client)).rejects.toThrow('auth.forbidden');
  });
});

describe('a failed activity', () => {
  it('is retried, and what succeeded before is not done again', {
    tags: ['RECORD-09', 'RECORD-23', 'IMPORT-15'],
  }, async () => {
    let asked = 0;
    bed.say(() => {
      asked += 1;
      return { text: 'The result.' };
    });
    status = 400;
    const outputs = [
      { kind: 'TABLE', name: 'Results' },
      { kind: 'WEBHOOK', url: `${site.origin}/hook` },
    ];
    const { workerId } = await bed.deploy({ outputs });
    const recordId = await bed.trigger(workerId, 'Work.');
    const failed = await bed.ended(recordId);
    expect(failed).toMatchObject({ status: 'ERRORED', cause: { code: 'workers.not_delivered' } });
    expect(failed.credits).toBeGreaterThan(0);
    expect(failed.activities.at(-1)).toMatchObject({ element: 'OUTPUT', status: 'ERRORED' });
    status = 200;
    const again = await bed.client.call(endpoints.retry, { body: { recordId } });
    expect(again.status).toBe('PENDING');
    const done = await bed.ended(recordId);
    expect(done).toMatchObject({ status: 'COMPLETED', cause: null, credits: failed.credits });
    // What the agent did is still shown, and is listed with what it cost.
    expect(done.activities[1]?.run).toEqual(failed.activities[1]?.run);
    const { items } = await bed.client.call(endpoints.list, { query: { workerId } });
    expect(items).toMatchObject([{ recordId, credits: failed.credits }]);
    expect(asked).toBe(1);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    const twice = bed.client.call(endpoints.retry, { body: { recordId } });
    await expect(twice).rejects.toThrow('workers.nothing_failed');
    const { tables, credits } = await bed.client.call(endpoints.report, { params: { id: workerId } });
    expect(tables).toMatchObject([{ name: 'Results', rows: 1 }]);
    expect(credits).toBeCloseTo(failed.credits, 6);
  });

  it('of the agent is retried where the agent failed', async () => {
    bed.say(() => ({ status: 400 }));
    const { workerId } = await bed.deploy();
    const recordId = await bed.trigger(workerId, 'Work.');
    const failed = await bed.ended(recordId);
    expect(failed.status).toBe('ERRORED');
    bed.say(() => ({ text: 'Now it works.' }));
    await bed.client.call(endpoints.retry, { body: { recordId } });
    const done = await bed.ended(recordId);
    expect(done).toMatchObject({ outputText: 'Now it works.' });
    const [before, after] = [failed, done].map(({ activities }) => activities[1]?.run?.runId);
    expect(after).toBeTypeOf('string');
    expect(after).not.toBe(before);
  });

  it('of a second round costs what both rounds cost together, also once their runs are deleted', async () => {
    status = 400;
    const outputs = [{ kind: 'WEBHOOK', url: `${site.origin}/hook` }];
    const { workerId } = await bed.deploy({ outputs, approval: 'ALWAYS' });
    const recordId = await bed.trigger(workerId, 'Work.');
    await waiting(recordId);
    const lineOf = async () =>
      (await bed.client.call(endpoints.list, { query: { workerId } })).items[0]?.credits;
    const first = (await bed.read(recordId)).credits;
    expect(first).toBeGreaterThan(0);
    expect(await lineOf()).toBe(first);
    await act(recordId, 'REDO', { comment: 'Again.' });
    await eventually(async () => (await bed.read(recordId)).activities.length === 5);
    await waiting(recordId);
    await act(recordId, 'APPROVE');
    const failed = await bed.ended(recordId);
    expect(failed).toMatchObject({ status: 'ERRORED' });
    expect(failed.credits).toBeGreaterThan(first);
    status = 200;
    await bed.client.call(endpoints.retry, { body: { recordId } });
    const done = await bed.ended(recordId);
    expect(done).toMatchObject({ status: 'COMPLETED', credits: failed.credits });
    const runsOf = (record: typeof done) => record.activities.flatMap(({ run }) => (run ? [run.runId] : []));
    expect(runsOf(done)).toEqual(runsOf(failed));
    expect(new Set(runsOf(done)).size).toBe(2);
    await bed.server.sql('delete from runs where subject_id = $1', [workerId]);
    expect((await bed.read(recordId)).credits).toBe(failed.credits);
    expect(await lineOf()).toBe(failed.credits);
  });
});

describe('a record', () => {
  it('is read with its logs: activities, input, output, and the items of the output log', {
    tags: ['RECORD-01', 'RECORD-04', 'RECORD-22'],
  }, async () => {
    const { workerId } = await bed.deploy({
      outputs: [{ kind: 'FILE', name: 'Answer', format: 'MARKDOWN' }],
    });
    const recordId = await bed.trigger(workerId, 'A letter.');
    const record = await bed.ended(recordId);
    const logs = await bed.client.call(endpoints.logs, { params: { id: recordId } });
    expect(logs.activities.map(({ element }) => element)).toEqual(['INPUT', 'ACTIVITY', 'OUTPUT']);
    expect(logs.output).toEqual([
      { doc_id: recordId, text: record.outputText, extra_info: { title: 'A letter.' } },
    ]);
    expect(record.outputFiles).toMatchObject([{ name: 'Answer.md' }]);
    const file = await bed.client.fetch(record.outputFiles[0]?.url ?? '');
    expect(await file.text()).toBe(record.outputText);
  });

  it('has one of four statuses, of which only ERRORED can be left', {
    tags: ['RECORD-02', 'IMPORT-15'],
  }, async () => {
    const { workerId } = await bed.deploy({ approval: 'ALWAYS' });
    const [first, second] = [await bed.trigger(workerId, 'One.'), await bed.trigger(workerId, 'Two.')];
    expect((await waiting(first)).status).toBe('PENDING');
    await act(first, 'APPROVE');
    expect((await bed.ended(first)).status).toBe('COMPLETED');
    await waiting(second);
    await bed.client.call(endpoints.cancel, { body: { recordId: second } });
    expect(await bed.ended(second)).toMatchObject({ status: 'FAILED', cause: { code: 'workers.cancelled' } });
    for (const recordId of [first, second]) {
      const again = bed.client.call(endpoints.retry, { body: { recordId } });
      await expect(again).rejects.toThrow('workers.nothing_failed');
    }
    bed.say(() => ({ status: 400 }));
    const third = await bed.trigger(workerId, 'Three.');
    expect((await bed.ended(third)).status).toBe('ERRORED');
    const counts = (await bed.client.call(workers.endpoints.get, { params: { id: workerId } })).records;
    expect(counts).toMatchObject({ total: 3, pending: 0, completed: 1, failed: 1, errored: 1 });
    const ended = async (ending: 'workers.cancelled' | 'workers.rejected') => {
      const { items } = await bed.client.call(endpoints.list, { query: { workerId, ending } });
      return items.map(({ recordId }) => recordId);
    };
    expect(await ended('workers.cancelled')).toEqual([second]);
    expect(await ended('workers.rejected')).toEqual([]);
  });

  it('takes feedback with a status and, for a dislike, a reason', { tags: ['RECORD-25'] }, async () => {
    const { workerId } = await bed.deploy();
    const recordId = await bed.trigger(workerId, 'Work.');
    await bed.ended(recordId);
    const rate = (body: object) =>
      bed.client.call(endpoints.feedback, { params: { id: recordId }, body: body as never });
    const disliked = { verdict: 'DISLIKE', reason: 'Not factually correct', text: 'Wrong sum.' };
    expect((await rate(disliked)).feedback).toEqual({ ...disliked, status: 'Open' });
    expect((await rate({ ...disliked, status: 'Closed' })).feedback?.status).toBe('Closed');
    expect((await bed.read(recordId)).feedback).toMatchObject({ status: 'Closed' });
    expect((await rate({ verdict: 'LIKE' })).feedback?.reason).toBeNull();
    const { feedback } = await bed.client.call(endpoints.report, { params: { id: workerId } });
    expect(feedback).toEqual({ likes: 1, dislikes: 0 });
    expect((await rate({ verdict: 'NONE' })).feedback).toBeNull();
  });
});

describe('the list of records', () => {
  it('is sorted by name, status or time, over several pages, and searched for a text with wildcards as it is', async () => {
    const { workerId } = await bed.deploy({});
    const ids: string[] = [];
    for (const input of ['Banana 100%', 'apple_1', 'Cherry']) ids.push(await bed.trigger(workerId, input));
    for (const id of ids) await bed.ended(id);
    const list = (query: object) => bed.client.call(endpoints.list, { query: { workerId, ...query } });
    const named = async (query: object) => (await list(query)).items.map(({ name }) => name);
    expect(await named({})).toEqual(['Cherry', 'apple_1', 'Banana 100%']);
    expect(await named({ order: 'asc' })).toEqual(['Banana 100%', 'apple_1', 'Cherry']);
    const byName = await named({ sort: 'name', order: 'asc' });
    expect(await named({ sort: 'name', order: 'desc' })).toEqual(byName.toReversed());
    const first = await list({ sort: 'name', order: 'asc', limit: 2 });
    const second = await list({ sort: 'name', order: 'asc', limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(byName);
    expect(await named({ search: '0%' })).toEqual(['Banana 100%']);
    expect(await named({ search: '%' })).toEqual(['Banana 100%']);
  });
});

describe('the reports of a worker', () => {
  it('count its records by day, input and cause, with their cost', { tags: ['RECORD-20'] }, async () => {
    const { workerId } = await bed.deploy({ outputs: [{ kind: 'TABLE', name: 'Alle Größen!' }] });
    await bed.ended(await bed.trigger(workerId, '=1+1'));
    bed.say(() => ({ status: 400 }));
    await bed.ended(await bed.trigger(workerId, 'Two.'));
    const report = await bed.client.call(endpoints.report, { params: { id: workerId } });
    expect(report).toMatchObject({
      records: { total: 2, completed: 1, errored: 1 },
      days: [{ day: new Date().toISOString().slice(0, 10), total: 2, completed: 1, errored: 1, failed: 0 }],
      inputs: [{ kind: 'API', total: 2 }],
      causes: [{ total: 1 }],
      tables: [{ name: 'Alle Größen!', rows: 1 }],
    });
    expect(report.credits).toBeGreaterThan(0);
    await bed.server.sql(
      `update worker_records set created_at = now() - interval '40 days' where worker_id = $1 and status = 'ERRORED'`,
      [workerId],
    );
    const recent = await bed.client.call(endpoints.report, { params: { id: workerId } });
    expect(recent).toMatchObject({ records: { total: 1, completed: 1, errored: 0 }, causes: [] });
    expect(report.meanMs).toBeGreaterThan(0);
    const table = report.tables[0]?.url ?? '';
    const download = await bed.client.fetch(table);
    expect(download.headers.get('content-disposition')).toBe('attachment; filename="Alle-Gr__en-.csv"');
    expect((await bed.client.fetch(`${table}x`)).status).toBe(404);
    const csv = await download.text();
    expect(csv.split('\r\n')[0]).toContain('Result');
    expect(csv).toContain('Read: ');
  });
});

describe('a public worker', () => {
  it('gives a visitor exactly their own record and logs, by an unguessable id', {
    tags: ['RECORD-21'],
  }, async () => {
    const { workerId } = await bed.deploy({ access: 'PUBLIC' });
    const members = await bed.trigger(workerId, 'Of a member.');
    const visitor = bed.server.visitor();
    const trigger = (input: string) =>
      visitor.call(workerInputs.endpoints.trigger, { body: { workerId, input } });
    const [mine, theirs] = [await trigger('Mine.'), await trigger('Theirs.')];
    const read = (id: string) => visitor.call(endpoints.get, { params: { id } });
    const record = await eventually(async () => {
      const found = await read(mine.recordId);
      return found.status === 'COMPLETED' && found;
    });
    expect(record).toMatchObject({ name: 'Mine.', recordId: mine.recordId, runId: null, credits: 0 });
    const logs = await visitor.call(endpoints.logs, { params: { id: mine.recordId } });
    expect(logs.output).toHaveLength(1);
    await expect(read(members)).rejects.toThrow('workers.record_not_found');
    const guessed = `${workerId}.${theirs.recordId.split('.')[1]?.slice(0, -1)}x`;
    await expect(read(guessed)).rejects.toThrow('workers.record_not_found');
    await bed.client.call(workers.endpoints.update, {
      params: { id: workerId },
      body: { access: 'PRIVATE' },
    });
    await expect(read(mine.recordId)).rejects.toThrow('workers.record_not_found');
    await expect(trigger('Again.')).rejects.toThrow('workers.link_not_found');
  });
});

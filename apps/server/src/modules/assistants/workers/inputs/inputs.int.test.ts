import { type Uploaded, workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';
import { lookAtInput } from './look-at-input.ts';

const { endpoints } = workerInputs;
let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const recordsOf = (workerId: string) =>
  bed.client.call(workerRecords.endpoints.list, { query: { workerId } });

const formOf = (workerId: string, files: readonly File[]): FormData => {
  const form = new FormData();
  form.set('workerId', workerId);
  for (const file of files) form.append('file', file);
  return form;
};

/** Sends a request to a webhook as another service does. */
const post = (path: string, init: RequestInit) =>
  fetch(`${bed.server.origin}${path}`, { method: 'POST', ...init });

describe('files that are uploaded to a worker', () => {
  it('become a record each, whose text the agent reads, and a bad one fails alone', {
    tags: ['WORKER-19'],
  }, async () => {
    const { workerId } = await bed.deploy();
    const files = [
      new File(['The invoice of Nordlicht.'], 'invoice.txt'),
      new File([], 'empty.txt'),
      new File(['%PDF-1.7 not a PDF at all'], 'broken.pdf'),
    ];
    const form = formOf(workerId, files);
    const reply = await bed.client.fetch('/api/worker/upload', { method: 'POST', body: form });
    const { responseData } = (await reply.json()) as { responseData: Uploaded };
    const { records, refused } = responseData;
    expect(refused).toMatchObject([{ name: 'empty.txt' }]);
    const [good, broken] = await Promise.all(records.map(({ recordId }) => bed.ended(recordId)));
    expect(good).toMatchObject({
      status: 'COMPLETED',
      inputKind: 'UPLOAD',
      input: { file: { name: 'invoice.txt' } },
    });
    expect(good?.outputText).toContain('The invoice of Nordlicht.');
    expect(good?.source.file).toMatchObject({ name: 'invoice.txt' });
    expect(good?.source.file?.url).toMatch(/^\/api\/worker\/record\/rec_/);
    expect(broken).toMatchObject({ status: 'ERRORED', cause: { code: 'workers.document_unreadable' } });
  });
});

describe('the webhook of a worker', () => {
  it('takes each request once by its key, as text or as JSON', async () => {
    const { workerId, queue } = await bed.deploy({ queue: [{ kind: 'WEBHOOK' }] });
    const path = queue[0]?.path ?? '';
    const send = (key: string) =>
      post(path, {
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ order: 17 }),
      });
    const replies = await Promise.all([send('a'), send('a'), send('b')]);
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
    const { total, items } = await recordsOf(workerId);
    expect(total).toBe(2);
    expect(items[0]).toMatchObject({ inputKind: 'WEBHOOK' });
    const record = await bed.ended(items[0]?.recordId ?? '');
    expect(record.outputText).toContain('"order": 17');
  });

  it('makes a record of each file of a form', async () => {
    const { queue } = await bed.deploy({ queue: [{ kind: 'WEBHOOK' }] });
    const form = new FormData();
    form.append('file', new File(['The invoice of Nordlicht.'], 'invoice.txt'));
    form.append('file', new File([], 'empty.txt'));
    const reply = await post(queue[0]?.path ?? '', { body: form });
    expect(reply.status).toBe(202);
    const { responseData } = (await reply.json()) as { responseData: Uploaded };
    expect(responseData.refused).toMatchObject([{ name: 'empty.txt' }]);
    expect(responseData.records).toHaveLength(1);
    const record = await bed.ended(responseData.records[0]?.recordId ?? '');
    expect(record).toMatchObject({ inputKind: 'WEBHOOK', input: { file: { name: 'invoice.txt' } } });
    expect(record.outputText).toContain('The invoice of Nordlicht.');
  });

  it('shows calls that it refused among its records, five in a minute, and counts none of them', async () => {
    const { workerId, queue } = await bed.deploy({ queue: [{ kind: 'WEBHOOK' }] });
    const path = queue[0]?.path ?? '';
    const cut = { headers: { 'content-type': 'application/json' }, body: '{"order": 17' };
    for (let call = 0; call < 7; call += 1) expect((await post(path, cut)).status).toBe(400);
    const { total, items } = await recordsOf(workerId);
    expect(total).toBe(5);
    expect(items[0]).toMatchObject({
      name: 'Refused call',
      status: 'FAILED',
      stage: 'REFUSED',
      inputKind: 'WEBHOOK',
      credits: 0,
      cause: { code: 'request.unreadable', message: expect.stringContaining('JSON') },
    });
    const shown = await bed.client.call(workerRecords.endpoints.get, {
      params: { id: items[0]?.recordId ?? '' },
    });
    expect(shown.input).toContain('POST from 127.0.0.1\ncontent-type: application/json');
    expect(shown.input).toContain('12 bytes');
    const { items: found } = await bed.client.call(workerRecords.endpoints.list, {
      query: { workerId, stage: 'REFUSED', limit: 2 },
    });
    expect(found).toHaveLength(2);
    const { records } = await bed.client.call(workers.endpoints.get, { params: { id: workerId } });
    expect(records).toMatchObject({ total: 0, failed: 0 });
    const retry = await bed.client.send(workerRecords.endpoints.retry, {
      body: { recordId: items[0]?.recordId ?? '' },
    });
    expect(retry.body.code).toBe('workers.nothing_failed');
  });

  it('forgets refused calls after thirty days', async () => {
    const { workerId, queue } = await bed.deploy({ queue: [{ kind: 'WEBHOOK' }] });
    const refuse = () => post(queue[0]?.path ?? '', { body: '' });
    expect((await refuse()).status).toBe(400);
    expect((await recordsOf(workerId)).items[0]?.cause?.code).toBe('workers.input_missing');
    await bed.server.sql(
      `update worker_records set created_at = now() - interval '31 days' where worker_id = $1`,
      [workerId],
    );
    await refuse();
    expect((await recordsOf(workerId)).total).toBe(1);
  });

  it('leads nowhere once it is removed, and refuses while the worker is deactivated', async () => {
    const { workerId, queue } = await bed.deploy({ queue: [{ kind: 'WEBHOOK' }] });
    const path = queue[0]?.path ?? '';
    const change = (body: object) =>
      bed.client.call(workers.endpoints.update, { params: { id: workerId }, body });
    await change({ status: 'DEACTIVATED' });
    expect((await post(path, { body: 'x' })).status).toBe(409);
    await change({ status: 'ACTIVE', queue: [] });
    expect((await post(path, { body: 'x' })).status).toBe(404);
    expect((await recordsOf(workerId)).total).toBe(0);
  });
});

describe('the schedule of a worker', () => {
  const nextOf = async (workerId: string) =>
    (await bed.client.call(workers.endpoints.get, { params: { id: workerId } })).queue[0]?.nextAt ?? null;

  it('makes one record for each time, however often and by however many its job is done', async () => {
    const { workerId, queue } = await bed.deploy({
      queue: [{ kind: 'SCHEDULE', cron: '0 9 * * *', timeZone: 'Europe/Berlin', input: 'Write the report.' }],
    });
    const inputId = queue[0]?.inputId ?? '';
    const ordered = await nextOf(workerId);
    expect(Date.parse(ordered ?? '')).toBeGreaterThan(Date.now());
    const [row] = await bed.server.sql<{ next_at: Date }>(
      `update worker_inputs set next_at = now() - interval '1 minute' where id = $1 returning next_at`,
      [inputId],
    );
    const at = new Date(row?.next_at ?? 0).toISOString();
    const ctx = bed.server.contextOf(bed.tenantId);
    await Promise.all([1, 2, 3].map(() => lookAtInput(ctx, { inputId, at })));
    await lookAtInput(ctx, { inputId, at });
    expect((await recordsOf(workerId)).total).toBe(1);
    expect(await nextOf(workerId)).toBe(ordered);
    const [record] = (await recordsOf(workerId)).items;
    expect(await bed.ended(record?.recordId ?? '')).toMatchObject({
      name: 'Write the report.',
      status: 'COMPLETED',
    });
  });

  it('makes one record for a time to which the clock of the database comes before ours', async () => {
    const { workerId, queue } = await bed.deploy({
      queue: [{ kind: 'SCHEDULE', cron: '0 9 * * *', timeZone: 'Europe/Berlin', input: 'Once.' }],
    });
    const inputId = queue[0]?.inputId ?? '';
    const at = (await nextOf(workerId)) ?? '';
    const look = () => lookAtInput(bed.server.contextOf(bed.tenantId), { inputId, at });
    await look();
    await look();
    expect((await recordsOf(workerId)).total).toBe(1);
    expect(Date.parse((await nextOf(workerId)) ?? '')).toBeGreaterThan(Date.parse(at));
  });

  it('stops while the worker is paused, and is refused when it cannot be read', async () => {
    const queue = [{ kind: 'SCHEDULE', cron: '0 9 * * *', input: 'Look.' }];
    const { workerId } = await bed.deploy({ queue });
    const set = (status: 'PAUSED' | 'ACTIVE') =>
      bed.client.call(workers.endpoints.update, { params: { id: workerId }, body: { status } });
    await set('PAUSED');
    expect(await nextOf(workerId)).toBeNull();
    await set('ACTIVE');
    expect(await nextOf(workerId)).not.toBeNull();
    const bad = bed.deploy({ queue: [{ kind: 'SCHEDULE', cron: '99 99 * * *', input: 'Look.' }] });
    await expect(bad).rejects.toThrow('flows.schedule_unreadable');
  });
});

describe('a worker', () => {
  it('works on its sample data, marked as such', { tags: ['WORKER-20'] }, async () => {
    const sampleData = [
      { name: 'A letter', input: 'Dear all.' },
      { name: 'A document', input: 'Sum: 17.', fileName: 'sum.txt' },
    ];
    const { workerId } = await bed.deploy({ sampleData });
    const { records } = await bed.client.call(endpoints.populateSampleData, { params: { id: workerId } });
    const ended = await Promise.all(records.map(({ recordId }) => bed.ended(recordId)));
    expect(ended).toMatchObject([
      { name: 'A letter', isSample: true, status: 'COMPLETED' },
      { name: 'A document', isSample: true, input: { file: { name: 'sum.txt' } } },
    ]);
    expect(ended[1]?.outputText).toContain('Sum: 17.');
    const bare = await bed.deploy();
    const none = bed.client.call(endpoints.populateSampleData, { params: { id: bare.workerId } });
    await expect(none).rejects.toThrow('workers.no_sample_data');
  });

  it('is triggered through the agent that it runs', { tags: ['WORKER-18'] }, async () => {
    const agentId = await bed.makeAgent();
    const body = { agentId, input: 'For the agent.' };
    await expect(bed.client.call(endpoints.triggerAgent, { body })).rejects.toThrow('workers.no_worker');
    const first = await bed.deploy({ agentId });
    await bed.deploy({ agentId });
    const { recordId } = await bed.client.call(endpoints.triggerAgent, { body });
    expect(await bed.ended(recordId)).toMatchObject({ workerId: first.workerId, status: 'COMPLETED' });
  });

  it('refuses an input without content', async () => {
    const { workerId } = await bed.deploy();
    await expect(bed.trigger(workerId, '  ')).rejects.toThrow('workers.input_missing');
    expect((await recordsOf(workerId)).total).toBe(0);
  });
});

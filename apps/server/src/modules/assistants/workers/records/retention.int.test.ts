import { recordRetention } from '@atelier/contracts/assistants/workers/record-retention';
import { Uploaded, workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { storage } from '@atelier/contracts/content/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { eventually } from '../../../../../tests/eventually.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { joinTenant } from '../../../../../tests/member.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';
import { dropOldRecords } from './service/keep-records.ts';

const { get, put, removal } = recordRetention.endpoints;
let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const outputs = [{ kind: 'TABLE', name: 'Results' }];

const readBy = (by: Client, id: string) => by.call(workerRecords.endpoints.get, { params: { id } });

/** Has a worker read a file, and resolves to the record, as if it had ended some days ago. */
const endedAgo = async (workerId: string, days: number, by = bed.client): Promise<string> => {
  const form = new FormData();
  form.set('workerId', workerId);
  form.append('file', new File([`Sum: ${days} euros.`], `${days}.txt`));
  const reply = await by.fetch(workerInputs.endpoints.upload.path, { method: 'POST', body: form });
  const { responseData } = (await reply.json()) as { responseData: unknown };
  const recordId = Uploaded.parse(responseData).records[0]?.recordId ?? '';
  await eventually(async () => (await readBy(by, recordId)).status !== 'PENDING');
  await bed.server.sql(`update worker_records set ended_at = now() - $2 * interval '1 day' where id = $1`, [
    recordId,
    days,
  ]);
  return recordId;
};

const drop = () => dropOldRecords(bed.server.services);
const exists = async (recordId: string): Promise<boolean> =>
  bed.read(recordId).then(
    () => true,
    () => false,
  );
const stored = async () => {
  const { types } = await bed.client.call(storage.endpoints.use, {});
  return types.find(({ type }) => type === 'AGENT_RECORD')?.items ?? 0;
};

describe('records that ended', () => {
  it('are kept for good, until the company sets a time; their files and rows go with them', async () => {
    const { workerId } = await bed.deploy({ outputs });
    const old = await endedAgo(workerId, 40);
    const young = await endedAgo(workerId, 5);
    const open = await bed.trigger((await bed.deploy({ approval: 'ALWAYS' })).workerId, 'Still open.');
    expect(await bed.client.call(get, {})).toEqual({ days: null });
    expect(await drop()).toBe(0);

    const file = (await bed.read(old)).source.file;
    const found = await bed.client.call(removal, { query: { days: 30 } });
    expect(found).toEqual({ records: 1, files: 1, rows: 1 });
    expect(await bed.client.call(put, { body: { days: 30 } })).toEqual({ days: 30 });
    expect(await stored()).toBe(2);
    expect(await drop()).toBe(1);
    expect([await exists(old), await exists(young), await exists(open)]).toEqual([false, true, true]);
    expect(await stored()).toBe(1);
    const left = await bed.server.sql('select 1 from files where id = $1', [file?.id]);
    const rows = await bed.server.sql('select 1 from worker_table_rows where worker_id = $1', [workerId]);
    expect([left.length, rows.length]).toEqual([0, 1]);
    await bed.client.call(put, { body: { days: null } });
  });

  it('are kept as one of several who save at the same time says, and each of them is answered', async () => {
    const { client } = await bed.server.signUp('Grace');
    const wanted = Array.from({ length: 12 }, (_none, at) => at + 1);
    const saved = await Promise.all(wanted.map((days) => client.call(put, { body: { days } })));
    expect(saved.map(({ days }) => days)).toEqual(wanted);
    expect(wanted).toContain((await client.call(get, {})).days);
  });

  it('of a worker with a time of its own follow that', async () => {
    await bed.client.call(put, { body: { days: 10 } });
    const patient = await bed.deploy({ outputs, keepDays: 100 });
    const hasty = await bed.deploy({ outputs, keepDays: 2 });
    const [kept, gone] = [await endedAgo(patient.workerId, 40), await endedAgo(hasty.workerId, 5)];
    const asked = await bed.client.call(removal, { query: { days: 2, workerId: hasty.workerId } });
    expect(asked).toMatchObject({ records: 1, files: 1 });
    await drop();
    expect([await exists(kept), await exists(gone)]).toEqual([true, false]);
    await bed.client.call(put, { body: { days: null } });
  });

  it('of another company stay, and only administrators set the time', async () => {
    const { client: stranger } = await bed.server.signUp('Eve');
    await offerModels(stranger, `${bed.model.origin}/v1`, { chatModels: ['writer'] });
    const theirs = await endedAgo((await bed.deploy({}, stranger)).workerId, 400, stranger);
    const own = await endedAgo((await bed.deploy()).workerId, 400);
    await bed.client.call(put, { body: { days: 1 } });
    await drop();
    expect((await readBy(stranger, theirs)).recordId).toBe(theirs);
    expect(await exists(own)).toBe(false);
    const builder = await joinTenant(bed.server, { tenantId: bed.tenantId, role: 'BUILDER' });
    await expect(builder.client.call(put, { body: { days: 1 } })).rejects.toThrow('auth.forbidden');
    await bed.client.call(put, { body: { days: null } });
  });
});

import { Uploaded, workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { storage } from '@atelier/contracts/content/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';

const { endpoints } = storage;
let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const upload = async (workerId: string, name: string, text: string): Promise<string> => {
  const form = new FormData();
  form.set('workerId', workerId);
  form.append('file', new File([text], name));
  const reply = await bed.client.fetch(workerInputs.endpoints.upload.path, { method: 'POST', body: form });
  const { records } = Uploaded.parse(((await reply.json()) as { responseData: unknown }).responseData);
  return records[0]?.recordId ?? '';
};
const items = async (query: object = {}) => (await bed.client.call(endpoints.items, { query })).items;
const remove = (ids: string[]) => bed.client.call(endpoints.removeItems, { body: { ids } });

describe('the files of records', () => {
  it('are storage items of the type Agents, listed among documents, and deleted from their records', {
    tags: ['STORAGE-02'],
  }, async () => {
    const knowledgeBaseId = await newKnowledgeBase(bed.client);
    const [document] = await importTexts(bed.client, knowledgeBaseId, { 'b-leave.txt': 'x'.repeat(300) });
    await settled(bed.client, [document?.knowledgeBaseImportId ?? '']);
    const outputs = [{ kind: 'FILE', name: 'c-result', format: 'TEXT' }];
    const { workerId, name } = await bed.deploy({ outputs });
    const recordId = await upload(workerId, 'a-invoice.txt', `Sum: 17 euros. ${'y'.repeat(600)}`);
    const record = await bed.ended(recordId);
    const { types, usedBytes } = await bed.client.call(endpoints.use, {});
    const stored = record.source.files.concat(record.outputFiles);
    const bytes = stored.reduce((sum, { size }) => sum + size, 0);
    expect(types).toContainEqual({ type: 'AGENT_RECORD', label: 'Agents', items: 2, bytes });
    expect(usedBytes).toBe(bytes + 300);
    const ofAgents = await items({ type: 'AGENT_RECORD', sort: 'name', order: 'asc' });
    expect(ofAgents.map((item) => [item.name, item.label, item.place, item.usedBy])).toEqual([
      ['a-invoice.txt', 'Agents', { id: recordId, name }, []],
      ['c-result.txt', 'Agents', { id: recordId, name }, []],
    ]);
    const page = { sort: 'name', order: 'asc', limit: 2 } as const;
    const first = await bed.client.call(endpoints.items, { query: page });
    const second = await bed.client.call(endpoints.items, {
      query: { ...page, cursor: first.nextCursor ?? '' },
    });
    const listed = [...first.items, ...second.items].map((item) => item.name);
    expect([listed, first.total]).toEqual([['a-invoice.txt', 'b-leave.txt', 'c-result.txt'], 3]);
    const id = ofAgents[0]?.id ?? '';
    expect(await remove([id])).toEqual({ removed: [id], failed: [] });
    const after = await bed.read(recordId);
    expect([after.source.file, after.outputText]).toEqual([null, record.outputText]);
    expect((await bed.client.fetch(record.source.file?.url ?? '')).status).toBe(404);
    expect((await items({ type: 'AGENT_RECORD' })).map((item) => item.name)).toEqual(['c-result.txt']);
  });

  it('are kept while their record is worked on', async () => {
    const { workerId } = await bed.deploy({ approval: 'ALWAYS' });
    const recordId = await upload(workerId, 'open.txt', 'Still open.');
    const [item] = await items({ search: 'open.txt' });
    const { failed } = await remove([item?.id ?? '']);
    expect(failed.map(({ code }) => code)).toEqual(['workers.file_in_use']);
    await bed.client.call(workerRecords.endpoints.cancel, { body: { recordId } });
    await bed.ended(recordId);
    expect((await remove([item?.id ?? ''])).removed).toEqual([item?.id]);
  });

  it('are missed by a record that never read them, which says so when it is retried', async () => {
    const { workerId } = await bed.deploy();
    const recordId = await upload(workerId, 'broken.pdf', '%PDF-1.7 nothing');
    expect((await bed.ended(recordId)).cause?.code).toBe('workers.document_unreadable');
    const [item] = await items({ search: 'broken.pdf' });
    await remove([item?.id ?? '']);
    const again = bed.client.call(workerRecords.endpoints.retry, { body: { recordId } });
    await expect(again).rejects.toThrow('workers.document_deleted');
  });
});

import type { RecordFile } from '@atelier/contracts/assistants/workers/record-shapes';
import { Uploaded, workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '../../../../../tests/pdf.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';

const { endpoints } = workerRecords;
let bed: WorkerBed;
let recordId: string;
let files: Map<string, RecordFile>;

const pdf = makePdf([['The total is 1,224 pounds.']]);
const given = [
  new File(['Room,Seats\nAurora,12\nBorealis,40\n'], 'rooms.csv'),
  new File([pdf], 'invoice.pdf'),
  new File(['not a picture'], 'photo.png'),
  new File(['<script>alert(1)</script>'], 'page.html'),
  new File(['PK\u0003\u0004 nothing of a document'], 'broken.docx'),
];

const upload = async (workerId: string): Promise<Uploaded['records']> => {
  const form = new FormData();
  form.set('workerId', workerId);
  for (const file of given) form.append('file', file);
  const reply = await bed.client.fetch(workerInputs.endpoints.upload.path, { method: 'POST', body: form });
  return Uploaded.parse(((await reply.json()) as { responseData: unknown }).responseData).records;
};

beforeAll(async () => {
  bed = await startWorkerBed();
  const { workerId } = await bed.deploy();
  files = new Map();
  const [first, ...rest] = await upload(workerId);
  recordId = first?.recordId ?? '';
  for (const { recordId: id, name } of [...(first ? [first] : []), ...rest]) {
    const { file } = (await bed.ended(id)).source;
    if (file) files.set(name, file);
    // All files belong to the first record from now on, so that one record has every kind.
    await bed.server.sql('update worker_record_files set record_id = $1 where file_id = $2', [
      recordId,
      file?.id,
    ]);
  }
});
afterAll(() => bed.close());

const fileOf = (name: string): RecordFile => {
  const file = files.get(name);
  if (!file) throw new Error(`There is no ${name}.`);
  return file;
};
const show = (name: string, as: 'FILE' | 'TEXT' = 'FILE', client = bed.client) =>
  client.call(endpoints.showFile, { params: { id: recordId, fileId: fileOf(name).id }, query: { as } });

describe('a document of a record', () => {
  it('is shown as a table, as the pages of its file with the text beside, or as a picture', {
    tags: ['RECORD-17'],
  }, async () => {
    const table = await show('rooms.csv');
    expect(table).toMatchObject({ form: 'TABLE', fileBytes: null, isWhole: true });
    expect(table.sections.map(({ text }) => text).join('\n')).toContain('Room: Aurora');
    expect(await show('invoice.pdf')).toMatchObject({ form: 'PDF', fileBytes: pdf.length, sections: [] });
    const [page] = (await show('invoice.pdf', 'TEXT')).sections;
    expect(page).toMatchObject({ page: 1, text: expect.stringContaining('1,224 pounds') });
    expect(await show('photo.png')).toMatchObject({ form: 'PICTURE', sections: [] });
  });

  it('of another type is not shown, and a broken one says why', { tags: ['RECORD-18'] }, async () => {
    await expect(show('page.html')).rejects.toThrow('workers.file_not_shown');
    await expect(show('broken.docx')).rejects.toThrow('workers.file_not_shown');
  });

  it('is read by ranges, with a type that no browser runs', async () => {
    const url = `/api/worker/record/${recordId}/files/${fileOf('invoice.pdf').id}`;
    const part = await bed.client.fetch(url, { headers: { range: 'bytes=0-7' } });
    expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([
      206,
      'application/octet-stream',
      new TextDecoder('latin1').decode(pdf.subarray(0, 8)),
    ]);
    expect(part.headers.get('content-range')).toBe(`bytes 0-7/${pdf.length}`);
    const beyond = await bed.client.fetch(url, { headers: { range: 'bytes=9999999-' } });
    expect(beyond.status).toBe(416);
  });

  it('is shown to nobody of another company', async () => {
    const { client: stranger } = await bed.server.signUp('Eve');
    await expect(show('rooms.csv', 'FILE', stranger)).rejects.toThrow('workers.record_not_found');
  });
});

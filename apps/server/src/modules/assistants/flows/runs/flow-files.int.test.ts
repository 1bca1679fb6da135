import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { storage } from '@atelier/contracts/content/storage';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { type FlowBed, flowBed } from '../../../../../tests/flow-bed.ts';
import { keep, pieceStep, respondWith } from '../../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { makePdf } from '../../../../../tests/pdf.ts';
import { modules } from '../../../../modules.ts';

const csvFile = () => new File(['name,city\nAnn,Oslo\n'], 'people.csv', { type: 'text/csv' });

const drop = modules.flatMap(({ chores = [] }) => chores).find(({ task }) => task === 'files.drop-run-files');

describe('the files of a flow', () => {
  let server: TestServer;
  let client: Client;
  let tenantId: string;
  let bed: FlowBed;

  beforeAll(async () => {
    server = await startTestServer({ env: { MAX_UPLOAD_MB: '1' } });
    const signed = await server.signUp();
    client = signed.client;
    tenantId = signed.user.tenantId;
    bed = flowBed(server, client);
  });
  afterAll(() => server.close());

  const send = (path: string, parts: Record<string, string | File | File[]>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(parts))
      for (const one of Array.isArray(value) ? value : [value]) body.append(name, one);
    return fetch(`${server.origin}/api/orchestrator/webhooks/${path}`, { method: 'POST', body });
  };
  const json = async (response: Response): Promise<unknown> => JSON.parse(await response.text());
  const filesOf = async (runId: string) =>
    (await client.call(flowRuns.endpoints.files, { params: { runId }, query: {} })).files;
  const startWith = async (flowId: string, parts: Parameters<typeof send>[1]): Promise<string> => {
    const reply = (await json(await send(flowId, parts))) as { responseData: { runId: string } };
    return reply.responseData.runId;
  };
  const countFiles = async () =>
    (await server.sql('select 1 from run_files where tenant_id = $1', [tenantId])).length;

  it('come with a form, are read, changed and made by steps, and go back to the caller', async () => {
    const flowId = await bed.publish([
      pieceStep('step_1', ['csv', 'parse_csv'], { text: '{{trigger.body.table}}', hasHeader: true }),
      pieceStep('step_2', ['json', 'write_json'], { value: '{{step_1}}' }),
      pieceStep('step_3', ['files', 'write_text'], { name: 'people.json', text: '{{step_2}}' }),
      respondWith('step_4', '{{step_3}}'),
    ]);
    const response = await send(`${flowId}/sync`, { table: csvFile(), title: 'People' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="people.json"');
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await json(response)).toEqual([{ name: 'Ann', city: 'Oslo' }]);
    const run = await bed.get((await bed.newest(flowId)).runId);
    expect((await filesOf(run.runId)).map(({ name, type, size }) => [name, type, size])).toEqual([
      ['people.csv', 'text/csv', 19],
      ['people.json', 'application/json', expect.any(Number)],
    ]);
    // The run has a reference, never the bytes.
    expect(run.input.text).toContain('"title": "People"');
    expect(run.input.text).toContain('"sha256"');
    expect(run.input.text).not.toContain('Oslo');
    const [read] = await bed.stepsOf(run.runId, 'step_1');
    expect(read?.input?.text).toContain('"name":"people.csv"');
  });

  it('are a body by themselves, and documents are read outside the server', async () => {
    const flowId = await bed.publish([
      pieceStep('step_1', ['files', 'extract_text'], { file: '{{trigger.body}}' }),
      respondWith('step_2', '{{step_1.text}} of {{trigger.body.name}}'),
    ]);
    const response = await fetch(`${server.origin}/api/orchestrator/webhooks/${flowId}/sync`, {
      method: 'POST',
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="invoice.pdf"',
      },
      body: makePdf([['Invoice 4711']]),
    });
    expect([response.status, await response.text()]).toEqual([200, 'Invoice 4711 of invoice.pdf']);
  });

  it('are packed and unpacked, and an archive cannot fill the server', async () => {
    const flowId = await bed.publish([
      pieceStep('step_1', ['files', 'zip_files'], { files: '{{trigger.body.files}}', name: 'all.zip' }),
      pieceStep('step_2', ['files', 'unzip_file'], { file: '{{step_1}}' }),
      pieceStep('step_3', ['files', 'read_text'], { file: '{{step_2[1]}}' }),
      pieceStep('step_4', ['files', 'delete_file'], { file: '{{step_2[0]}}' }),
      respondWith('step_5', {
        text: '{{step_3.text}}',
        names: '{{step_2.name}}',
        gone: '{{step_4.deleted}}',
      }),
    ]);
    const twins = [new File(['one'], 'a.txt'), new File(['two'], 'a.txt')];
    const packed = await send(`${flowId}/sync`, { files: twins });
    expect(await json(packed)).toMatchObject({ text: 'two', gone: true });
    const run = await bed.newest(flowId);
    expect((await filesOf(run.runId)).map(({ name }) => name).sort()).toEqual(
      ['a.txt', 'a.txt', 'a (2).txt', 'all.zip'].sort(),
    );

    const opening = await bed.publish([
      pieceStep('step_1', ['files', 'unzip_file'], { file: '{{trigger.body.file}}' }),
    ]);
    const bomb = zipSync({ 'zeros.txt': new Uint8Array(40 * 1024 * 1024) });
    const many = zipSync(
      Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}.txt`, strToU8('x')])),
    );
    for (const [bytes, message] of [
      [bomb, /more than 20 MB when it is unpacked/],
      [many, /more than 100 entries/],
      [strToU8('no archive'), /no ZIP archive that can be read/],
    ] as const) {
      const file = new File([new Uint8Array(bytes)], 'archive.zip', { type: 'application/zip' });
      const ended = await bed.ended(await startWith(opening, { file }));
      expect(ended.cause?.message).toMatch(message);
    }
  });

  it('belong to one run: an id that a caller names opens nothing', async () => {
    const owning = await bed.publish([keep('step_1', '{{trigger.body.file.name}}')]);
    const runId = await startWith(owning, { file: csvFile() });
    await bed.ended(runId);
    const [file] = await filesOf(runId);
    const reading = await bed.publish([
      pieceStep('step_1', ['files', 'read_text'], { file: '{{trigger.body.file}}' }),
    ]);
    const forged = await bed.ended(await bed.start(reading, { file }));
    expect(forged.cause?.message).toMatch(/does not belong to this run/);
    const named = await bed.ended(await bed.start(owning, { file }));
    expect([await filesOf(forged.runId), await filesOf(named.runId)]).toEqual([[], []]);
    const at = { params: { runId, fileId: file?.id ?? '' }, query: {} };
    const path = `/api/orchestrator/runs/${runId}/files/${file?.id ?? ''}`;
    const mine = await client.fetch(path);
    expect(await mine.text()).toContain('Ann,Oslo');
    expect(mine.headers.get('content-disposition')).toContain('attachment');
    expect(mine.headers.get('cache-control')).toBe('private, no-store');
    const stranger = (await server.signUp('Grace Hopper')).client;
    expect((await stranger.fetch(path)).status).toBe(404);
    expect((await fetch(`${server.origin}${path}`)).status).toBe(401);
    const other = await bed.start(owning, {});
    const elsewhere = `/api/orchestrator/runs/${other}/files/${at.params.fileId}`;
    expect((await client.fetch(elsewhere)).status).toBe(404);
  });

  it('go along to flows that the flow starts, to a retry and to a run again', async () => {
    const called = await bed.publish([
      pieceStep('step_1', ['files', 'read_text'], { file: '{{trigger.body.file}}' }),
    ]);
    const flowId = await bed.publish([
      pieceStep('step_1', ['sub-flow', 'call_flow'], {
        flowId: called,
        input: { file: '{{trigger.body.file}}' },
        wait: true,
      }),
      pieceStep('step_2', ['utilities', 'stop_flow'], { failed: true, message: 'No' }),
    ]);
    const first = await bed.ended(await startWith(flowId, { file: csvFile() }));
    const child = await bed.newest(called);
    expect([child.status, (await filesOf(child.runId)).length]).toEqual(['SUCCEEDED', 1]);
    const again = { params: { runId: first.runId } };
    const retried = await client.call(flowRuns.endpoints.retry, again);
    const replayed = await client.call(flowRuns.endpoints.replay, { ...again, body: {} });
    for (const { runId } of [retried, replayed]) {
      await bed.ended(runId);
      expect((await filesOf(runId)).map(({ name }) => name)).toEqual(['people.csv']);
    }
  });

  it('are shown by the rules for documents of records, and read by ranges', async () => {
    const flowId = await bed.publish([respondWith('step_1', 'done')]);
    const page = new File(['<p>Hello</p>'], 'page.html');
    const letter = new File([makePdf([['Two seats.']])], 'letter.pdf');
    const runId = await startWith(flowId, { table: csvFile(), page, letter });
    await bed.ended(runId);
    const byName = new Map((await filesOf(runId)).map((file) => [file.name, file.id]));
    const show = (name: string, as: 'FILE' | 'TEXT' = 'FILE') => {
      const params = { runId, fileId: byName.get(name) ?? '' };
      return client.call(flowRuns.endpoints.showFile, { params, query: { as } });
    };
    expect(await show('people.csv')).toMatchObject({ form: 'TABLE', fileBytes: null, isWhole: true });
    expect(await show('letter.pdf')).toMatchObject({ form: 'PDF', sections: [] });
    const [section] = (await show('letter.pdf', 'TEXT')).sections;
    expect(section?.text).toContain('Two seats.');
    await expect(show('page.html')).rejects.toThrow('flows.file_not_shown');
    const path = `/api/orchestrator/runs/${runId}/files/${byName.get('letter.pdf')}`;
    const part = await client.fetch(path, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, '%PDF']);
    const other = (await server.signUp('Eve')).client;
    const params = { runId, fileId: byName.get('people.csv') ?? '' };
    const strange = other.call(flowRuns.endpoints.showFile, { params, query: {} });
    await expect(strange).rejects.toThrow('flows.run_not_found');
  });

  it('that are attached to a run again are held by it', async () => {
    const flowId = await bed.publish([
      pieceStep('step_1', ['files', 'read_text'], { file: '{{trigger.body.file}}' }),
    ]);
    const first = await bed.ended(await startWith(flowId, { file: csvFile() }));
    const form = new FormData();
    form.append('file', new File(['name\nBen\n'], 'more.csv'));
    const path = `/api/orchestrator/flows/${flowId}/files`;
    const reply = (await json(await client.fetch(path, { method: 'POST', body: form }))) as {
      responseData: FileValue;
    };
    const { runId } = await client.call(flowRuns.endpoints.replay, {
      params: { runId: first.runId },
      body: { payload: { body: { file: reply.responseData } } },
    });
    expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
    expect((await filesOf(runId)).map(({ name }) => name)).toEqual(['more.csv']);
  });

  it('are uploaded for a run by hand', async () => {
    const flowId = await bed.publish([
      pieceStep('step_1', ['files', 'read_text'], { file: '{{trigger.file}}' }),
      pieceStep('step_2', ['utilities', 'agent_output'], { output: '{{step_1.text}}' }),
    ]);
    const form = new FormData();
    form.append('file', csvFile());
    const uploaded = await client.fetch(`/api/orchestrator/flows/${flowId}/files`, {
      method: 'POST',
      body: form,
    });
    const file = ((await uploaded.json()) as { responseData: FileValue }).responseData;
    const { runId } = await client.call(flows.endpoints.run, {
      params: { id: flowId },
      body: { payload: { file } },
    });
    expect((await bed.ended(runId)).output?.text).toContain('Ann,Oslo');
    expect(await filesOf(runId)).toEqual([file]);
  });

  it('go with their run, also when a crash came before the run, and count as storage until then', async () => {
    const flowId = await bed.publish([keep('step_1', 'done')]);
    const runId = await startWith(flowId, { file: csvFile() });
    await bed.ended(runId);
    const use = async () =>
      (await client.call(storage.endpoints.use, {})).types.find(({ type }) => type === 'FLOW_FILE');
    const before = await use();
    expect(before?.bytes).toBeGreaterThanOrEqual(19);
    const total = await countFiles();
    expect(before?.items).toBe(total);
    await drop?.handle(server.services);
    expect(await countFiles()).toBe(total);
    // Without its run a file waits a day, and is swept then.
    await server.sql(`delete from runs where id = $1`, [runId]);
    await drop?.handle(server.services);
    expect(await countFiles()).toBe(total);
    await server.sql(`update run_files set created_at = now() - interval '2 days' where tenant_id = $1`, [
      tenantId,
    ]);
    await drop?.handle(server.services);
    expect(await countFiles()).toBe(total - 1);
    expect((await use())?.items).toBe(total - 1);
    const left = await server.sql(
      `select 1 from files f where f.tenant_id = $1 and not exists (select 1 from run_files r where r.file_id = f.id)`,
      [tenantId],
    );
    expect(left).toEqual([]);
  });

  it('are storage items of their run, deleted there once every run with them has ended', async () => {
    const flowId = await bed.publish([
      pieceStep('step_1', ['files', 'read_text'], { file: '{{trigger.body.file}}' }),
      pieceStep('step_2', ['delay', 'delay_for'], { seconds: 1, unit: 'HOURS' }),
    ]);
    const file = new File(['north,south\n'], 'stored-report.csv', { type: 'text/csv' });
    const runId = await startWith(flowId, { file });
    await bed.waiting(runId, 'step_2');
    const items = async () =>
      (await client.call(storage.endpoints.items, { query: { type: 'FLOW_FILE', search: 'stored-report' } }))
        .items;
    const [item] = await items();
    expect(item).toMatchObject({ label: 'Runs', bytes: 12, usedBy: [], place: { id: runId } });
    const remove = () => client.call(storage.endpoints.removeItems, { body: { ids: [item?.id ?? ''] } });
    expect((await remove()).failed.map(({ code }) => code)).toEqual(['storage.file_in_use']);
    expect(await filesOf(runId)).toHaveLength(1);
    await client.call(flowRuns.endpoints.cancel, { params: { runId } });
    await bed.ended(runId);
    expect(await remove()).toEqual({ removed: [item?.id], failed: [] });
    expect([await items(), await filesOf(runId)]).toEqual([[], []]);
    await expect(remove()).rejects.toThrow('storage.item_not_found');
  });

  it('are refused above the limits, and nothing of the call is kept', async () => {
    const flowId = await bed.publish([keep('step_1', 'done')]);
    const before = await countFiles();
    const large = new File([new Uint8Array(1024 * 1024 + 1)], 'large.bin');
    const refused = await send(flowId, { small: csvFile(), large });
    expect([refused.status, ((await json(refused)) as { code: string }).code]).toEqual([
      413,
      'flows.file_too_large',
    ]);
    const many = await send(flowId, { files: Array.from({ length: 21 }, csvFile) });
    expect(((await json(many)) as { code: string }).code).toBe('flows.too_many_files');
    expect(await countFiles()).toBe(before);
  });
});

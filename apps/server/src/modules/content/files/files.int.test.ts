import { access, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filesModule } from './module.ts';
import { findFile, openDownload, openPart } from './service/open-file.ts';
import { deleteObjects, filesOfTenant, removeFiles, sweepTask } from './service/remove-files.ts';
import {
  createFile,
  createFiles,
  discardUploads,
  type StoredUpload,
  storeUpload,
} from './service/store-upload.ts';

const chore = filesModule.chores?.find(({ task }) => task === sweepTask);

describe('stored files', () => {
  let server: TestServer;
  let tenantId: string;
  const log: string[] = [];

  beforeAll(async () => {
    server = await startTestServer({ env: { MAX_UPLOAD_MB: '1' }, onLog: (line) => log.push(line) });
    tenantId = (await server.signUp()).user.tenantId;
  });
  afterAll(() => server.close());

  const store = (content: string, truncated = false) =>
    storeUpload(server.contextOf(tenantId), {
      kind: 'file',
      name: 'file',
      filename: 'note.txt',
      mimeType: 'text/plain',
      stream: Readable.from([Buffer.from(content)]),
      truncated: () => truncated,
    });
  const stored = async (content: string): Promise<StoredUpload> => {
    const outcome = await store(content);
    if (outcome.kind !== 'stored') throw new Error(outcome.kind);
    return outcome.upload;
  };
  const keep = (upload: StoredUpload) => server.contextOf(tenantId).tx((tx) => createFile(tx, upload));
  const exists = ({ storageKey }: StoredUpload) => server.services.storage.exists(storageKey);
  const age = async ({ storageKey }: StoredUpload, hours: number) => {
    const moment = new Date(Date.now() - hours * 3_600_000);
    await utimes(await server.services.storage.path(storageKey), moment, moment);
  };

  it('are kept whole or not at all', async () => {
    const upload = await stored('Some bytes');
    expect(upload).toMatchObject({ name: 'note.txt', size: 10 });
    expect(await store('x'.repeat(1024 * 1024 + 1))).toEqual({
      kind: 'too-large',
      name: 'note.txt',
      maxBytes: 1024 * 1024,
    });
    const objects = async () =>
      (await readdir(server.dataFolder, { recursive: true })).filter((path) => path.includes('obj_')).length;
    const before = await objects();
    expect((await store('cut off by the parser', true)).kind).toBe('too-large');
    expect(await objects()).toBe(before);
  });

  it('are swept an hour after they were stored, unless somebody refers to them', async () => {
    const [kept, orphan, fresh] = [await stored('kept'), await stored('orphan'), await stored('fresh')];
    await keep(kept);
    await age(kept, 2);
    await age(orphan, 2);
    const everything = await readdir(server.dataFolder, { recursive: true });
    const half = join(server.dataFolder, everything.find((path) => path.endsWith('incoming')) ?? '', 'half');
    await writeFile(half, 'half an upload');
    const past = new Date(Date.now() - 7_200_000);
    await utimes(half, past, past);
    const swept = () => log.filter((line) => line.includes('removed stored objects that nothing refers to'));
    await chore?.handle(server.services);
    expect([await exists(kept), await exists(orphan), await exists(fresh)]).toEqual([true, false, true]);
    expect(swept()).toHaveLength(1);
    await chore?.handle(server.services);
    expect(swept()).toHaveLength(1);
    await expect(access(half)).rejects.toThrow('ENOENT');
  });

  it('lose their bytes after the transaction that removes them has committed, and only then', async () => {
    const upload = await stored('removed');
    const id = await keep(upload);
    const ctx = server.contextOf(tenantId);
    const changedMind = ctx.tx(async (tx) => {
      await removeFiles(tx, [id]);
      throw new Error('changed my mind');
    });
    await expect(changedMind).rejects.toThrow('changed my mind');
    expect(await exists(upload)).toBe(true);
    await ctx.tx((tx) => removeFiles(tx, [id]));
    await eventually(async () => !(await exists(upload)));
  });

  it('keep bytes that another row refers to meanwhile, and lose those that no row needs', async () => {
    const [kept, lost, unused] = [await stored('kept'), await stored('lost'), await stored('unused')];
    await keep(kept);
    const ctx = server.contextOf(tenantId);
    await deleteObjects(ctx, { keys: [kept.storageKey, lost.storageKey] });
    await discardUploads(ctx, [unused]);
    expect([await exists(kept), await exists(lost), await exists(unused)]).toEqual([true, false, false]);
  });

  it('are opened whole or in part', async () => {
    const ctx = server.contextOf(tenantId);
    const id = await keep(await stored('0123456789'));
    const file = await ctx.tx((tx) => findFile(tx, id));
    if (!file) throw new Error('It was kept.');
    const whole = await openDownload(ctx, file);
    expect([whole.headers['content-length'], await text(whole.body)]).toEqual(['10', '0123456789']);
    const part = await openPart(ctx, file, { type: 'text/plain', range: { start: 2, end: 5 } });
    expect(part.headers).toMatchObject({ 'content-length': '4', 'content-range': 'bytes 2-5/10' });
    expect(await text(part.body)).toBe('2345');
  });

  it('are deleted with all others of their tenant alone', async () => {
    const { user } = await server.signUp();
    const ctx = server.contextOf(user.tenantId);
    const [mine, one, two] = [await stored('mine'), await stored('one'), await stored('two')];
    await keep(mine);
    const ids = await ctx.tx((tx) => createFiles(tx, [one, two]));
    expect(new Set(ids).size).toBe(2);
    expect(await ctx.tx(filesOfTenant.count)).toEqual({ count: 2, bytes: 6 });
    await filesOfTenant.deleteObjects(ctx);
    expect([await exists(mine), await exists(one), await exists(two)]).toEqual([true, false, false]);
  });

  it('of a deleted tenant are swept like orphans', async () => {
    const { user } = await server.signUp();
    const upload = await stored('theirs');
    await server.contextOf(user.tenantId).tx((tx) => createFile(tx, upload));
    await age(upload, 2);
    await server.sql('delete from tenants where id = $1', [user.tenantId]);
    await chore?.handle(server.services);
    expect(await exists(upload)).toBe(false);
  });
});

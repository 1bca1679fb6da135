import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../base/ids.ts';
import { createFolderStorage, type Storage, StorageError, storageFailure } from './storage.ts';

let folder = '';
let storage: Storage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-storage-'));
  storage = await createFolderStorage(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = (content: string) => Readable.from([Buffer.from(content)]);
const limits = { maxBytes: 1000 };
const everyFile = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof StorageError) return error.code;
    throw error;
  }
  return 'nothing thrown';
};

describe('storage in a folder', () => {
  it('returns the bytes with their size and hash', async () => {
    const stored = await storage.put(bytes('hello'), limits);
    expect(stored).toEqual({
      key: expect.stringMatching(/^obj_/) as string,
      size: 5,
      sha256: createHash('sha256').update('hello').digest('hex'),
    });
    expect(await text(await storage.open(stored.key))).toBe('hello');
    expect(await text(await storage.open(stored.key, { start: 1, end: 2 }))).toBe('el');
    expect(await readFile(await storage.path(stored.key), 'utf8')).toBe('hello');
  });

  it('keeps an empty file', async () => {
    const stored = await storage.put(Readable.from([]), limits);
    expect(stored.size).toBe(0);
    expect(await text(await storage.open(stored.key))).toBe('');
  });

  it('keeps two objects with the same content apart', async () => {
    const one = await storage.put(bytes('same'), limits);
    const two = await storage.put(bytes('same'), limits);
    expect(one.sha256).toBe(two.sha256);
    await storage.delete(one.key);
    expect(await storage.exists(one.key)).toBe(false);
    expect(await text(await storage.open(two.key))).toBe('same');
  });

  it('refuses what is too large and leaves nothing behind', async () => {
    const source = Readable.from([Buffer.alloc(600), Buffer.alloc(600)]);
    expect(await codeOf(storage.put(source, limits))).toBe('storage.too_large');
    expect(await everyFile()).toEqual([]);
  });

  it('leaves nothing behind when the sender goes away', async () => {
    const source = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('connection lost');
      })(),
    );
    await expect(storage.put(source, limits)).rejects.toThrow('connection lost');
    expect(await everyFile()).toEqual([]);
  });

  it('reports a full disk and an exhausted quota', () => {
    for (const code of ['ENOSPC', 'EDQUOT']) {
      expect(storageFailure(Object.assign(new Error('write'), { code }))).toMatchObject({
        code: 'storage.full',
      });
    }
    const other = Object.assign(new Error('write'), { code: 'EIO' });
    expect(storageFailure(other)).toBe(other);
  });

  it('treats every key that it did not make as unknown', async () => {
    await writeFile(join(folder, 'files', 'secret'), 'x');
    const hostile = [
      '../secret',
      '/etc/passwd',
      'obj_',
      `obj_${'/'.repeat(36)}`,
      `../${newId('obj')}`,
      'secret',
      '',
    ];
    for (const key of [...hostile, newId('obj'), newId('usr')]) {
      const answers = [
        await codeOf(storage.open(key)),
        await codeOf(storage.path(key)),
        await storage.exists(key),
      ];
      expect({ key, answers }).toEqual({ key, answers: ['storage.not_found', 'storage.not_found', false] });
    }
    await expect(async () => storage.delete('../secret')).rejects.toThrow(StorageError);
  });

  it('deletes twice without complaint', async () => {
    const { key } = await storage.put(bytes('x'), limits);
    await storage.delete(key);
    await storage.delete(key);
    expect(await everyFile()).toEqual([]);
  });

  it('lists everything stored', async () => {
    const keys = await Promise.all(
      ['a', 'b', 'c'].map(async (content) => (await storage.put(bytes(content), limits)).key),
    );
    const listed: string[] = [];
    for await (const { key } of storage.list()) listed.push(key);
    expect(listed.sort()).toEqual(keys.sort());
  });

  it('sweeps old objects that nobody refers to, and abandoned uploads', async () => {
    const put = async () => (await storage.put(bytes('four'), limits)).key;
    const [used, orphan, young] = [await put(), await put(), await put()];
    const abandoned = join(folder, 'files', 'incoming', newId('obj'));
    await writeFile(abandoned, 'part');
    const old = new Date(Date.now() - 3_600_000);
    for (const file of [await storage.path(used), await storage.path(orphan), abandoned])
      await utimes(file, old, old);

    const asked: string[] = [];
    const swept = await storage.sweep(new Date(Date.now() - 60_000), async (keys) => {
      asked.push(...keys);
      return new Set([used]);
    });
    expect(asked.sort()).toEqual([used, orphan].sort());
    expect(swept).toEqual({ deleted: 2, bytes: 8 });
    expect(await storage.exists(used)).toBe(true);
    expect(await storage.exists(young)).toBe(true);
    expect(await storage.exists(orphan)).toBe(false);
  });
});

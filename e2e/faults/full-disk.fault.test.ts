import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import { listImports, makeBase, settled, tryUpload } from '../src/knowledge.ts';
import { type Product, startProduct } from '../src/product.ts';

const run = promisify(execFile);
const mebibyte = 1024 * 1024;

/** Makes a text of the given size, so that a file that fits can also be imported. */
const textOf = (bytes: number) =>
  'The lock keeper wrote a line. '.repeat(Math.ceil(bytes / 30)).slice(0, bytes);

describe('a full disk', () => {
  let dataFolder: string;
  let product: Product;

  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'atelier-e2e-'));
    const files = join(dataFolder, 'files');
    await mkdir(files);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', files]).catch((error: unknown) => {
      throw new Error('This test mounts a small disk, which needs root and the right to mount.', {
        cause: error,
      });
    });
    product = await startProduct({ dataFolder });
  });
  afterAll(async () => {
    await product.close();
    await run('umount', [join(dataFolder, 'files')]);
    await rm(dataFolder, { recursive: true, force: true });
  });

  const listObjects = async () =>
    (await readdir(join(dataFolder, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );

  it('refuses an upload in clear words, leaves nothing half-written, and takes a smaller file', async () => {
    const { client } = await product.signUp();
    const base = await makeBase(client, 'Small disk');
    const full = {
      status: 503,
      success: false,
      code: 'storage.full',
      message: expect.stringMatching(/space/) as string,
    };

    expect(
      await tryUpload(client, base, [{ name: 'large.txt', content: textOf(20 * mebibyte) }]),
    ).toMatchObject(full);
    const several = [
      { name: 'first.txt', content: textOf(10_000) },
      { name: 'large.txt', content: textOf(20 * mebibyte) },
      { name: 'last.txt', content: textOf(10_000) },
    ];
    expect(await tryUpload(client, base, several)).toMatchObject(full);
    expect(await listImports(client, base)).toEqual([]);
    await eventually(async () => (await listObjects()).length === 0, { what: 'An empty disk' });
    expect(await product.sql('select 1 from files union all select 1 from stored_objects')).toEqual([]);
    expect(await product.sql('select 1 from runs')).toEqual([]);

    const small = await tryUpload(client, base, [{ name: 'small.txt', content: textOf(200_000) }]);
    expect(small).toMatchObject({ status: 200, success: true });
    expect(await settled(client, base)).toMatchObject([{ name: 'small.txt', status: 'COMPLETED' }]);
    expect(await listObjects()).toHaveLength(1);
  });
});

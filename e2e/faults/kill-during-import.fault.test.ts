import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkCounts, findDamage, findUnfindable, nearness } from '../src/check-imports.ts';
import type { Client } from '../src/client.ts';
import { eventually } from '../src/eventually.ts';
import { countSettled, listImports, makeBase, settled, upload } from '../src/knowledge.ts';
import { type Product, startProduct } from '../src/product.ts';
import { type Provider, startProvider } from '../src/provider.ts';
import { sampleFiles, smallFiles } from '../src/sample-files.ts';

describe('the server killed in the middle of its work', () => {
  let provider: Provider;
  let product: Product;

  beforeAll(async () => {
    provider = await startProvider();
    product = await startProduct({ env: provider.env('fake-chat') });
  });
  afterAll(async () => {
    await product.close();
    await provider.close();
  });

  it('finishes an import of 150 files, nothing lost and nothing twice or charged twice, over 20 kills at random moments', {
    timeout: 360_000,
  }, async () => {
    const { client } = await product.signUp();
    const files = await sampleFiles(150);
    const retrieval = { mode: 'HYBRID' };
    const calm = await makeBase(client, 'Calm', { retrieval });
    await upload(client, calm, files);
    const expected = chunkCounts(await settled(client, calm));

    const rough = await makeBase(client, 'Rough', { retrieval });
    await upload(client, rough, files);
    const killedAt: number[] = [];
    while (killedAt.length < 20) {
      const least = (killedAt.at(-1) ?? 0) + 1;
      await eventually(async () => (await countSettled(client, rough)) >= least, { within: 60_000 });
      await sleep(Math.random() * 300);
      killedAt.push(await countSettled(client, rough));
      await product.kill('SIGKILL');
      await product.start();
    }
    process.stdout.write(`killed with ${killedAt.join(', ')} of 150 done\n`);
    // The work took longer than the kills, so each of them interrupted imports that were running or queued.
    expect(killedAt.every((done) => done < 150)).toBe(true);

    expect(chunkCounts(await settled(client, rough))).toEqual(expected);
    expect(await findDamage(product, rough)).toEqual([]);
    expect(await findUnfindable(client, rough, files)).toEqual([]);
    expect(await nearness(client, rough, files)).toEqual(await nearness(client, calm, files));
    const charged = await chargedFor(calm);
    expect(charged).toBeGreaterThan(0);
    expect(await chargedFor(rough)).toBe(charged);
  });

  it('keeps every acknowledged upload, makes no half ones, and takes what is sent again only once', async () => {
    const { client } = await product.signUp('Grace Hopper');
    const base = await makeBase(client, 'Uploads');
    const files = smallFiles(240);
    const forms = Array.from({ length: 60 }, (_nothing, at) => files.slice(at * 4, at * 4 + 4));
    const waiting = [...forms];
    const acknowledged: string[] = [];
    const neverEnding = sendEndlessly(client, base, 'endless.txt');
    const send = async () => {
      for (let form = waiting.shift(); form; form = waiting.shift())
        acknowledged.push(...(await upload(client, base, form)).map(({ name }) => name));
    };
    const sending = Promise.allSettled([send(), send(), send(), send()]);
    await eventually(() => Promise.resolve(acknowledged.length >= 60), { every: 1 });
    await product.kill('SIGKILL');
    await Promise.all([sending, neverEnding]);
    await product.start();

    const kept = new Map((await listImports(client, base)).map(({ name }) => [name, 1]));
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
    expect(kept.size).toBeLessThan(files.length);
    expect(kept.has('endless.txt')).toBe(false);

    for (const form of forms) await upload(client, base, form);
    expect((await settled(client, base)).map(({ name }) => name)).toEqual(files.map(({ name }) => name));
    expect(await findDamage(product, base)).toEqual([]);
    await expectNoOrphans(product);
  });

  /** Returns what the imports of a knowledge base cost, in micro-credits. */
  const chargedFor = async (base: string): Promise<number> => {
    const [row] = await product.sql<{ charged: string }>(
      `select coalesce(sum(amount), 0) as charged from usage_records where knowledge_base_id = $1 and kind = 'EMBEDDING'
        and reference <> 'query'`,
      [base],
    );
    return Number(row?.charged);
  };

  /** Sends a form whose file does not end before the server does. */
  const sendEndlessly = (client: Client, base: string, name: string): Promise<unknown> => {
    const part = (headers: string) => `--edge\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`;
    const start = `${part('name="knowledgeBaseId"')}${base}\r\n${part(`name="file"; filename="${name}"`)}`;
    const body = ReadableStream.from(
      (async function* () {
        yield new TextEncoder().encode(start);
        for (;;) {
          yield new TextEncoder().encode('Water under the bridge. '.repeat(1000));
          await sleep(20);
        }
      })(),
    );
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
    return client
      .fetch('/api/import/import-file', { method: 'POST', headers, body, duplex: 'half' })
      .catch(() => undefined);
  };
  /** Objects without a row are swept after a while. From then on files and rows must match. */
  const expectNoOrphans = async (running: Product) => {
    const aged = new Date(Date.now() - 2 * 3_600_000);
    for (const path of await listObjects(running)) await utimes(path, aged, aged);
    const counted = async () => {
      const [row] = await running.sql<{ rows: string }>('select count(*) as rows from files');
      return { rows: Number(row?.rows), objects: (await listObjects(running)).length };
    };
    expect((await counted()).objects).toBeGreaterThanOrEqual((await counted()).rows);
    await running.sql(`select graphile_worker.add_job('files.sweep-objects')`);
    await eventually(
      async () => {
        const { rows, objects } = await counted();
        return rows > 0 && rows === objects;
      },
      { what: 'The sweep' },
    );
  };
  const listObjects = async ({ dataFolder }: Product): Promise<string[]> => {
    const entries = await readdir(join(dataFolder, 'files'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  };
});

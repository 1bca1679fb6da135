import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { ask, makeApp } from '../src/chat.ts';
import { chunkCounts, findDamage, findUnfindable } from '../src/check-imports.ts';
import type { Client } from '../src/client.ts';
import { type Cluster, openCluster } from '../src/cluster.ts';
import { eventually } from '../src/eventually.ts';
import {
  countSettled,
  listImports,
  makeBase,
  retrieve,
  type SampleFile,
  settled,
  upload,
} from '../src/knowledge.ts';
import { type Product, type ProductChoice, startProduct } from '../src/product.ts';
import { type Provider, startProvider } from '../src/provider.ts';
import { sampleFiles } from '../src/sample-files.ts';

describe('on a PostgreSQL of the operator', () => {
  let cluster: Cluster;
  let provider: Provider;
  let files: SampleFile[];
  let expected: Record<string, string>;
  let running: Product[] = [];

  const start = async (choice: ProductChoice): Promise<Product> => {
    const product = await startProduct({ ...choice, env: provider.env('fake-paced-400') });
    running.push(product);
    return product;
  };
  /** A tenant with an app on a small knowledge base whose import has finished. */
  const settle = async (product: Product): Promise<{ client: Client; base: string; appId: string }> => {
    const { client } = await product.signUp();
    const base = await makeBase(client, 'Ready', { retrieval: { mode: 'HYBRID' } });
    await upload(client, base, files.slice(0, 3));
    return { client, base, appId: await makeApp(client, 'Help', base) };
  };

  beforeAll(async () => {
    cluster = await openCluster();
    provider = await startProvider();
    files = await sampleFiles(40);
    const product = await start({ databaseUrl: await cluster.newDatabase() });
    const { client } = await product.signUp();
    const base = await makeBase(client, 'Calm', { retrieval: { mode: 'HYBRID' } });
    await upload(client, base, files);
    expected = chunkCounts(await settled(client, base));
    await product.close();
  });
  beforeEach(() => {
    running = [];
    onTestFailed(() => running.forEach((product) => process.stdout.write(product.output.slice(-4000))));
    return async () => {
      for (const product of running) await product.close();
    };
  });
  afterAll(async () => {
    await provider.close();
    cluster.stop();
  });

  const expectWhole = async (product: Product, client: Client, base: string) => {
    expect(chunkCounts(await settled(client, base))).toEqual(expected);
    expect(await findDamage(product, base)).toEqual([]);
    expect(await findUnfindable(client, base, files)).toEqual([]);
  };

  it('continues answering and reading while the worker is dead, and a new worker finishes the import', async () => {
    const databaseUrl = await cluster.newDatabase();
    const api = await start({ databaseUrl, roles: 'api' });
    const worker = await start({ databaseUrl, roles: 'worker', dataFolder: api.dataFolder });
    const { client, base: ready, appId } = await settle(api);
    await settled(client, ready);
    const base = await makeBase(client, 'Rough', { retrieval: { mode: 'HYBRID' } });
    await upload(client, base, files);
    await eventually(async () => (await countSettled(client, base)) >= 5);
    await worker.kill('SIGKILL');

    expect(await countSettled(client, base)).toBeLessThan(files.length);
    const answer = await ask(api.visitor(), { appId, query: files[0]?.question ?? '' });
    expect(answer).toMatchObject({ status: 200, end: 'done' });
    expect(await retrieve(client, ready, files[0]?.question ?? '', 'BM25')).not.toEqual([]);
    expect((await upload(client, ready, files.slice(3, 4)))[0]?.status).toBe('IN-QUEUE');

    await worker.start();
    expect((await settled(client, ready)).map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => 'COMPLETED'),
    );
    await expectWhole(api, client, base);
  });

  it('gets over losing every database connection in the middle of an import and of an answer', async () => {
    const databaseUrl = await cluster.newDatabase();
    const product = await start({ databaseUrl });
    const { client, base: ready, appId } = await settle(product);
    await settled(client, ready);
    const base = await makeBase(client, 'Rough', { retrieval: { mode: 'HYBRID' } });
    await upload(client, base, files);
    for (const moment of [3, 15, 27]) {
      await eventually(async () => (await countSettled(client, base)) >= moment);
      const token = Promise.withResolvers<void>();
      const asking = ask(product.visitor(), { appId, query: files[1]?.question ?? '' }, token.resolve);
      await Promise.race([token.promise, asking]);
      expect(await cluster.cutConnections(databaseUrl)).toBeGreaterThan(2);
      // The answer was in progress: either it is finished, or its reader gets an error.
      expect(['done', 'error']).toContain((await asking).end);
    }
    expect(await ask(product.visitor(), { appId, query: files[1]?.question ?? '' })).toMatchObject({
      end: 'done',
    });
    await expectWhole(product, client, base);
  });

  it('answers 503 while the database is away, and recovers by itself when it is back', async () => {
    const product = await start({ databaseUrl: await cluster.newDatabase() });
    const { client, base: ready, appId } = await settle(product);
    await settled(client, ready);
    const base = await makeBase(client, 'Rough', { retrieval: { mode: 'HYBRID' } });
    await upload(client, base, files);
    await eventually(async () => (await countSettled(client, base)) >= 5);
    cluster.pause();
    try {
      await sleep(1000);
      for (let second = 0; second < 3; second += 1) {
        const reply = await client.send('GET', `/api/content/knowledge-base/${base}`);
        expect(reply).toMatchObject({ status: 503, success: false, code: 'server.database_unavailable' });
        expect(reply.message).toMatch(/\w/);
        expect((await client.fetch('/api/ready')).status).toBe(503);
        expect((await client.fetch('/api/health')).status).toBe(200);
        expect(await ask(product.visitor(), { appId, query: 'Anybody?' })).toMatchObject({
          status: 503,
          end: 'refused',
        });
        await sleep(1000);
      }
    } finally {
      cluster.resume();
    }
    await eventually(async () => (await client.fetch('/api/ready')).ok, {
      within: 10_000,
      what: 'Readiness',
    });
    expect(await listImports(client, base)).toHaveLength(files.length);
    expect(await ask(product.visitor(), { appId, query: files[2]?.question ?? '' })).toMatchObject({
      end: 'done',
    });
    await expectWhole(product, client, base);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDamage } from '../src/check-imports.ts';
import type { Client } from '../src/client.ts';
import { eventually } from '../src/eventually.ts';
import { startArticlesApi } from '../src/fakes/articles-api.ts';
import { listImports, makeBase, settled } from '../src/knowledge.ts';
import { type Product, startProduct } from '../src/product.ts';

interface Source {
  sourceId: string;
  sync: { status: string } | null;
  balance: Record<'found' | 'imported' | 'unchanged' | 'skipped' | 'failed' | 'pending' | 'removed', number>;
  documents: number;
}

const articles = (from: number, to: number, words = 'words') =>
  Array.from({ length: to - from }, (_nothing, at) => ({
    id: `a${from + at}`,
    title: `Article ${from + at}`,
    body: `Article ${from + at} has ${words} of its own.`,
  }));

describe('the server killed in the middle of a sync', () => {
  let api: Awaited<ReturnType<typeof startArticlesApi>>;
  let product: Product;

  beforeAll(async () => {
    api = await startArticlesApi(articles(0, 200));
    product = await startProduct({ env: { OUTBOUND_ALLOW: new URL(api.address).host } });
  });
  afterAll(async () => {
    await product.close();
    await api.stop();
  });

  const read = (client: Client, { sourceId }: Source) =>
    client.get<Source>(`/api/import/sources/${sourceId}`);
  const killTimes = async (client: Client, source: Source, times: number): Promise<number[]> => {
    const killedAt: number[] = [];
    for (let kill = 0; kill < times; kill += 1) {
      await eventually(async () => (await read(client, source)).balance.found >= kill * 20, {
        within: 60_000,
      });
      await sleep(Math.random() * 150);
      await product.kill('SIGKILL');
      await product.start();
      killedAt.push((await read(client, source)).balance.found);
    }
    return killedAt;
  };
  const over = (client: Client, source: Source): Promise<Source> =>
    eventually(
      async () => {
        const now = await read(client, source);
        return now.sync?.status === 'COMPLETED' && now.balance.pending === 0 && now;
      },
      { within: 120_000 },
    );

  it('brings each item once, changes and removes what has changed and gone, over 6 kills at random moments', async () => {
    const { client } = await product.signUp();
    const knowledgeBaseId = await makeBase(client, 'Articles');
    const settings = { url: api.address, listPath: 'articles', idField: 'id', titleField: 'title' };
    const source = await client.post<Source>('/api/import/v2/import-init', {
      knowledgeBaseId,
      type: 'API',
      name: 'Articles',
      settings,
    });
    const first = await killTimes(client, source, 3);
    const whole = await over(client, source);
    expect(whole.balance).toMatchObject({ found: 200, imported: 200, skipped: 0, failed: 0, removed: 0 });
    expect(whole.documents).toBe(200);

    api.change([...articles(0, 50), ...articles(50, 100, 'other words'), ...articles(150, 225)]);
    await client.post(`/api/import/sources/${source.sourceId}/sync`, {});
    const second = await killTimes(client, source, 3);
    process.stdout.write(`killed with ${[...first, ...second].join(', ')} items seen\n`);
    const again = await over(client, source);
    expect(again.balance).toMatchObject({ found: 175, imported: 75, unchanged: 100, removed: 50 });
    const names = (await listImports(client, knowledgeBaseId)).map(({ name }) => name);
    expect([names.length, new Set(names).size]).toEqual([175, 175]);
    await settled(client, knowledgeBaseId);
    expect(await findDamage(product, knowledgeBaseId)).toEqual([]);
  });
});

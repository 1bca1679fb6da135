import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUnfindable } from '../src/check-imports.ts';
import { type Cluster, openCluster } from '../src/cluster.ts';
import { makeBase, settled, upload } from '../src/knowledge.ts';
import { type Pooler, startPooler } from '../src/pooler.ts';
import { type Product, startProduct } from '../src/product.ts';
import { sampleFiles } from '../src/sample-files.ts';

describe('behind a pooler', () => {
  let cluster: Cluster;
  const secret = randomBytes(16).toString('hex');
  const poolers: Pooler[] = [];
  const products: Product[] = [];

  beforeAll(async () => {
    cluster = await openCluster();
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    await client.query(`create role atelier_app login password '${secret}'`);
    await client.end();
  });
  afterAll(async () => {
    for (const product of products) await product.close();
    for (const pooler of poolers) await pooler.stop();
    cluster.stop();
  });

  /** Starts the product: migrations by the address of PostgreSQL itself, everything else through a pooler. */
  const startBehind = async (mode: 'session' | 'transaction', size: number): Promise<Product> => {
    const databaseUrl = await cluster.newDatabase();
    const direct = new URL(databaseUrl);
    direct.username = 'atelier_app';
    direct.password = secret;
    const pooler = await startPooler(direct.href, { mode, size });
    poolers.push(pooler);
    const product = await startProduct({ databaseUrl, env: { DATABASE_APP_URL: pooler.url } });
    products.push(product);
    return product;
  };

  it.each([1, 20])(
    'refuses to start where connections are lent for one transaction, and says why, with %i of them',
    async (size) => {
      await expect(startBehind('transaction', size)).rejects.toThrow(
        /product ended at its start[^]*pooler that shares them between clients \(transaction pooling\)/,
      );
    },
  );

  it('imports documents and finds them where connections are lent until the client leaves', async () => {
    const product = await startBehind('session', 60);
    const { client } = await product.signUp();
    const base = await makeBase(client, 'Pooled');
    const files = await sampleFiles(3);
    await upload(client, base, files);
    const imports = await settled(client, base);
    expect(imports.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect(await findUnfindable(client, base, files)).toEqual([]);
  });
});

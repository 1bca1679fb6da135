import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../src/eventually.ts';
import { makeBase, settled, upload } from '../src/knowledge.ts';
import { type Product, startProduct } from '../src/product.ts';
import { smallFiles } from '../src/sample-files.ts';

describe('a company that is being deleted when the server is killed', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.close());

  const listObjects = async () =>
    (await readdir(join(product.dataFolder), { recursive: true })).filter((path) =>
      /(^|\/)obj_[0-9a-z]+$/.test(path),
    );
  const isThere = async (tenantId: string) =>
    (await product.sql('select 1 from tenants where id = $1', [tenantId])).length > 0;

  it('is gone after the next start, with every row and file, and nobody else lost anything', {
    tags: ['TENANT-10'],
  }, async () => {
    const { client, tenantId } = await product.signUp('Ada Lovelace');
    const other = await product.signUp('Grace Hopper');
    const files = smallFiles(120);
    const base = await makeBase(client, 'Handbook');
    await upload(client, base, files);
    const theirs = await makeBase(other.client, 'Theirs');
    await upload(other.client, theirs, files.slice(0, 3));
    await settled(client, base);
    await settled(other.client, theirs);
    expect(await listObjects()).toHaveLength(123);

    const { status } = await client.send('DELETE', `/api/tenant/tenants/${tenantId}`, {
      tenantName: 'Ada Lovelace Ltd',
    });
    expect(status).toBe(200);
    await product.kill('SIGKILL');
    const left = await isThere(tenantId).catch(() => undefined);
    await product.start();
    process.stdout.write(`killed while the company was ${left === false ? 'gone' : 'there'}\n`);
    await eventually(async () => !(await isThere(tenantId)), { within: 60_000 });
    expect(await listObjects()).toHaveLength(3);
    const { user } = await client.get<{ user: { tenantName: string } }>('/api/auth/session');
    expect(user.tenantName).toBe('Ada Lovelace’s company');
    expect(await settled(other.client, theirs)).toHaveLength(3);
  });
});

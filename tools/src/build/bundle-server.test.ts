import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeMongo } from '../../../packages/connectors/tests/databases/fake-mongodb.ts';
import { openIo, readAll } from '../../../packages/connectors/tests/databases/io.ts';
import { root } from '../../tests/plant.ts';
import { bundleServer } from './bundle-server.ts';

type Connectors = typeof import('../../../packages/connectors/src/index.ts');

describe('connectors in the bundle of the server', () => {
  let folder = '';
  beforeAll(async () => {
    // Inside the repository, because packages outside the bundle are resolved from the folder of the bundle.
    folder = await mkdtemp(join(root, 'node_modules', '.bundle-'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const entry = join(root, 'packages/connectors/src/index.ts');
    for (const { path, text } of await bundleServer({ connectors: entry }, folder))
      await writeFile(path, text);
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('load the driver of MongoDB from a file of its own, sign in with it, and read', async () => {
    expect((await readdir(folder)).filter((name) => /^chunk-driver-\w+\.js$/.test(name))).toHaveLength(1);
    // The test runner would convert files that it imports itself.
    const { connectors } = createRequire(import.meta.url)(join(folder, 'connectors.js')) as Connectors;
    const mongodb = connectors.find(({ type }) => type === 'MONGODB');
    if (!mongodb) throw new Error('There is no connector for MongoDB.');
    const server = await startFakeMongo({ reader: 'secret' });
    server.collections = { articles: [{ _id: 'one', title: 'Leave', body: 'Every employee has 28 days.' }] };
    try {
      const access = { user: 'reader', password: 'secret', authSource: 'admin' };
      const connection = { host: '127.0.0.1', port: server.port, database: 'shop', tls: 'OFF', ...access };
      expect(await mongodb.test(openIo(), { connection, settings: {} })).toBe(
        'MongoDB 8.0.4 answers. One collection can be read.',
      );
      const settings = {
        collection: 'articles',
        titleField: 'title',
        filter: '',
        template: '',
        limit: 10,
        fields: [],
      };
      const { documents } = await readAll(mongodb.read(openIo(), { connection, settings }, undefined));
      expect(documents).toEqual([expect.stringContaining('Every employee has 28 days.')]);
    } finally {
      await server.close();
    }
  }, 60_000);
});

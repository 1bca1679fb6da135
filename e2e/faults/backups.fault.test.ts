import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPostgres } from '../../tools/test-needs.mjs';
import { ask, makeApp } from '../src/chat.ts';
import { findUnfindable } from '../src/check-imports.ts';
import { Client } from '../src/client.ts';
import { openCluster } from '../src/cluster.ts';
import { emptyFolder } from '../src/data-folder.ts';
import { countSettled, makeBase, settled, upload } from '../src/knowledge.ts';
import { type Product, startProduct } from '../src/product.ts';
import { smallFiles } from '../src/sample-files.ts';

const run = promisify(execFile);

const operations = new URL('../../docs/operations.md', import.meta.url);

const forcedTables = 'select relname from pg_class where relforcerowsecurity order by relname';

/** Returns the commands that the documentation gives below a heading. */
const commandsBelow = async (heading: string): Promise<string> => {
  const text = await readFile(operations, 'utf8');
  const section = text.slice(text.indexOf(`### ${heading}\n`));
  const commands = /```sh\n([^]*?)```/.exec(section)?.[1];
  if (commands === undefined) throw new Error(`“${heading}” gives no commands.`);
  return commands;
};

describe('a backup', () => {
  const products: Product[] = [];
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-backup-'));
  });
  afterEach(async () => {
    for (const product of products.splice(0)) await product.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (choice: Parameters<typeof startProduct>[0]) => {
    const product = await startProduct(choice);
    products.push(product);
    return product;
  };

  const files = smallFiles(200);

  /** Fills a product: an app over documents that have been read, and two hundred that are still being read. */
  const fill = async (product: Product) => {
    const { client, email, password } = await product.signUp();
    const hay = await makeBase(client, 'Hay', { retrieval: { mode: 'BM25' } });
    await upload(client, hay, [{ name: 'plain.txt', content: 'The needle is in the hay.' }]);
    await settled(client, hay);
    const appId = await makeApp(client, 'Hay', hay);
    const base = await makeBase(client, 'Being read', { retrieval: { mode: 'BM25' } });
    await upload(client, base, files.slice(0, 100));
    await upload(client, base, files.slice(100));
    return { client, base, appId, email, password };
  };
  type Filled = Awaited<ReturnType<typeof fill>>;

  const expectAllOf = async (restored: Product, { base, appId, email, password }: Filled) => {
    const client = new Client(restored.origin);
    await client.post('/api/auth/sign-in', { email, password });
    const imports = await settled(client, base);
    expect(imports.map(({ status }) => status)).toEqual(Array(200).fill('COMPLETED'));
    expect(await findUnfindable(client, base, files)).toEqual([]);
    const answer = await ask(client, { appId, query: 'Where is the needle?' });
    expect(answer.citations).toMatchObject([{ documentName: 'plain.txt' }]);
    expect(answer.text).toContain('The needle is in the hay.');
  };

  it('of a running server, made by the documented commands, holds every upload, and the restored server finishes the imports', async () => {
    const product = await start({});
    const filled = await fill(product);
    await symlink(product.dataFolder, join(folder, 'data'));
    await run('bash', ['-c', await commandsBelow('Embedded database, running')], { cwd: folder });
    const done = await countSettled(filled.client, filled.base);
    await product.kill('SIGKILL');

    const restored = await emptyFolder();
    await run('tar', ['-C', restored, '-xpf', join(folder, 'backup', 'data.tar')]);
    await run('bash', [
      '-c',
      'cp "$0/backup/backup_label" "$1/postgres/" && chown --reference="$1/postgres" "$1/postgres/backup_label" && chmod 600 "$1/postgres/backup_label"',
      folder,
      restored,
    ]);
    process.stdout.write(`backed up with at most ${done} of 200 documents read\n`);
    expect(done).toBeLessThan(200);
    await expectAllOf(await start({ dataFolder: restored }), filled);
    await rm(restored, { recursive: true, force: true });
  }, 120_000);

  it('by pg_dump from a PostgreSQL of its own holds every upload, row policies included', async () => {
    const cluster = await openCluster();
    try {
      const [from, to] = [await cluster.newDatabase(), await cluster.newDatabase()];
      const product = await start({ databaseUrl: from });
      const filled = await fill(product);
      const admin = new pg.Client({ connectionString: cluster.url });
      await admin.connect();
      await admin.query(
        `create role atelier_backup login bypassrls password 'for-the-backup' in role pg_read_all_data`,
      );
      await admin.end();
      const reader = new URL(from);
      [reader.username, reader.password] = ['atelier_backup', 'for-the-backup'];
      const dump = join(folder, 'atelier.dump');
      const binaries = findPostgres() ?? '';
      await run(join(binaries, 'pg_dump'), ['-d', reader.href, '-Fc', '-f', dump]);
      const restored = await emptyFolder();
      for (const part of ['files', 'keys'])
        await cp(join(product.dataFolder, part), join(restored, part), { recursive: true });
      const forced = await product.sql(forcedTables);
      await product.kill('SIGKILL');

      await run(join(binaries, 'pg_restore'), ['-d', to, '--exit-on-error', dump]);
      const again = await start({ dataFolder: restored, databaseUrl: to });
      expect(await again.sql(forcedTables)).toEqual(forced);
      expect(forced.length).toBeGreaterThan(100);
      await expectAllOf(again, filled);
      await rm(restored, { recursive: true, force: true });
    } finally {
      for (const product of products.splice(0)) await product.close();
      cluster.stop();
    }
  }, 120_000);
});

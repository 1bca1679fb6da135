import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/kernel/db/schema/migrate.ts';
import { eventually } from '../eventually.ts';
import { createDatabase } from '../harness.ts';
import { readCatalogue } from './read-catalogue.ts';

const migrations = new URL('../../migrations', import.meta.url).pathname;
const program = new URL('migrate-program.ts', import.meta.url).pathname;

describe('a database that is brought up to date', () => {
  let folder: string;
  let changed: string;
  const pools: pg.Pool[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-migrations-'));
    changed = join(folder, 'changed');
    await cp(migrations, changed, { recursive: true });
  });
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.end()));
    await rm(folder, { recursive: true, force: true });
  });

  const open = (databaseUrl: string): pg.Pool => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
    pools.push(pool);
    return pool;
  };
  const sum = async (pool: pg.Pool): Promise<unknown> =>
    (await pool.query<{ sum: number }>('select atelier.sum_of_two(1, 2) as sum')).rows[0]?.sum;
  const addition = (operator: string): string =>
    `create or replace function atelier.sum_of_two(a integer, b integer) returns integer language sql as $$ select a ${operator} b $$;\n`;

  /** Kills a process with SIGKILL while it executes a file that sleeps, and migrates once more. */
  const killDuring = async (databaseUrl: string): Promise<void> => {
    const child = spawn(process.execPath, [program, databaseUrl, changed], { stdio: 'ignore' });
    const pool = open(databaseUrl);
    await eventually(async () => {
      const { rowCount } = await pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      );
      return rowCount === 1;
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await migrate(pool, migrations);
  };
  const sleep = '\ndo $$ begin perform pg_sleep(2); end $$;\n';

  it('replaces a function whose file has changed, and an older version puts its own back', async () => {
    const pool = open(await createDatabase('migrated'));
    const file = join(changed, 'functions', 'sum_of_two.sql');
    await writeFile(file, addition('+'));
    expect(await migrate(pool, changed)).toEqual(['functions/sum_of_two.sql']);
    expect(await sum(pool)).toBe(3);
    expect(await migrate(pool, changed)).toEqual([]);
    await writeFile(file, addition('-'));
    expect(await migrate(pool, changed)).toEqual(['functions/sum_of_two.sql']);
    expect(await sum(pool)).toBe(-1);
    await writeFile(file, addition('+'));
    expect(await migrate(pool, changed)).toEqual(['functions/sum_of_two.sql']);
    expect(await sum(pool)).toBe(3);
  });

  it('keeps every function when one file is refused', async () => {
    const databaseUrl = await createDatabase('migrated');
    const before = await readCatalogue(databaseUrl);
    await writeFile(join(changed, 'functions', 'aaa.sql'), addition('+'));
    await writeFile(join(changed, 'functions', 'zzz.sql'), 'create or replace nonsense');
    await expect(migrate(open(databaseUrl), changed)).rejects.toThrow('The function in zzz.sql was refused');
    expect(await readCatalogue(databaseUrl)).toEqual(before);
  });

  it('refuses a database that a newer version has upgraded, and changes nothing', async () => {
    const databaseUrl = await createDatabase('migrated');
    const pool = open(databaseUrl);
    await pool.query("insert into schema_migrations (name) values ('9999_of_tomorrow.sql')");
    const before = await readCatalogue(databaseUrl);
    await writeFile(join(changed, 'functions', 'sum_of_two.sql'), addition('+'));
    await expect(migrate(pool, changed)).rejects.toMatchObject({
      code: 'database.too_new',
      message:
        'The database was upgraded by a newer version (9999_of_tomorrow.sql). Start that version instead.',
    });
    expect(await readCatalogue(databaseUrl)).toEqual(before);
  });

  it('is refused when it is older than the version before the baseline, and not changed', async () => {
    const databaseUrl = await createDatabase('migrated');
    const pool = open(databaseUrl);
    await pool.query('delete from schema_migrations');
    await pool.query(
      "insert into schema_migrations (name) values ('0001_kernel.sql'), ('0003_billing_models.sql')",
    );
    const before = await readCatalogue(databaseUrl);
    await expect(migrate(pool, migrations)).rejects.toMatchObject({
      code: 'database.too_old',
      message:
        'The database is too old for this version: it lacks 0002_identity.sql. Start version 2.3.4 of 29 November 2026 (commit e618c83f) once, ' +
        'which brings it up to date, and then start this version again.',
    });
    expect(await readCatalogue(databaseUrl)).toEqual(before);
  });

  it('makes new functions before the migration that names them', async () => {
    const pool = open(await createDatabase('migrated'));
    await writeFile(join(changed, 'functions', 'sum_of_two.sql'), addition('+'));
    await writeFile(
      join(changed, '9999_sums.sql'),
      'create table sums (sum integer default atelier.sum_of_two(3, 4));\n',
    );
    expect(await migrate(pool, changed)).toEqual(['9999_sums.sql']);
    expect((await pool.query('insert into sums default values returning sum')).rows).toEqual([{ sum: 7 }]);
  });

  it('is made once when two servers start at the same moment', async () => {
    const databaseUrl = await createDatabase('empty');
    const [first, second] = await Promise.all([
      migrate(open(databaseUrl), migrations),
      migrate(open(databaseUrl), migrations),
    ]);
    expect([first, second].filter((applied) => applied.length === 0)).toHaveLength(1);
    expect(await readCatalogue(databaseUrl)).toEqual(await readCatalogue(await createDatabase('migrated')));
  });

  it('is whole after a first start that was killed', async () => {
    const databaseUrl = await createDatabase('empty');
    await appendFile(join(changed, 'functions', 'wake_run.sql'), sleep);
    await killDuring(databaseUrl);
    expect(await readCatalogue(databaseUrl)).toEqual(await readCatalogue(await createDatabase('migrated')));
  });

  it('is whole after an upgrade that was killed in a migration or among its functions', async () => {
    const databaseUrl = await createDatabase('migrated');
    const before = await readCatalogue(databaseUrl);
    const migration = join(changed, '9999_slow.sql');
    await writeFile(migration, `create table half_made (id text);${sleep}`);
    await killDuring(databaseUrl);
    expect(await readCatalogue(databaseUrl)).toEqual(before);
    await rm(migration);
    await writeFile(join(changed, 'functions', 'aaa.sql'), addition('+'));
    await writeFile(join(changed, 'functions', 'zzz.sql'), `${addition('-')}${sleep}`);
    await killDuring(databaseUrl);
    expect(await readCatalogue(databaseUrl)).toEqual(before);
  });
});

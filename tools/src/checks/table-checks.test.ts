import { describe, expect, it } from 'vitest';
import { tableChecks } from './table-checks.ts';

const modules = 'apps/server/src/modules';
const owner = `${modules}/account/identity`;
const own = `${owner}/repository.ts`;
const other = `${modules}/build/chat/repository.ts`;
const kernel = 'apps/server/src/kernel/jobs/jobs.ts';

const house = {
  [`${owner}/tables.ts`]: [
    "export const users = pgTable('users', {});",
    "export const persons = pgView('persons', {}).existing();",
  ].join('\n'),
  [`${owner}/index.ts`]: "export { persons } from './tables.ts';",
  'apps/server/migrations/0001_kernel.sql':
    'create table queue (id text);\nalter table old rename to letters;',
};

const findingsOf = (rule: string, files: Readonly<Record<string, string>>) => {
  const all = Object.entries({ ...house, ...files });
  const tree = { root: '/', files: all.map(([path, text]) => ({ path, text })) };
  return tableChecks.filter(({ name }) => name === rule).flatMap((check) => check.run(tree));
};
const placesOf = (rule: string, files: Readonly<Record<string, string>>) =>
  findingsOf(rule, files).map(({ path, line }) => `${path}:${line}`);

describe('the SQL of a module', () => {
  it.each([
    'const rows = await db.execute(sql`select name from users`);',
    "await pool.query('delete from users where id = $1', [id]);",
    'const text = `select 1 from messages m join users u on u.id = m.user_id`;',
    'const read = { text: `select m.id from messages m, users u` };',
    'const name = sql`(select users.name)`;',
    'const isKnown = sql`exists (select 1 from "users" where id = ${id})`;',
    'await db.execute(sql`update users set name = ${name}`);',
    'await db.execute(sql`insert into users (id) values (${id})`);',
    'await db.execute(sql.raw(`lock table users`));',
  ])('may not name a table of another module: %s', (statement) => {
    expect(placesOf('sql-names-own-tables', { [other]: `const one = 1;\n${statement}\n` })).toEqual([
      `${other}:2`,
    ]);
    expect(findingsOf('sql-names-own-tables', { [own]: statement })).toEqual([]);
  });

  it('is told the table, its owner and the way out', () => {
    const [finding] = findingsOf('sql-names-own-tables', { [other]: 'sql`select 1 from users`' });
    expect(finding?.message).toBe(
      'users is a table of modules/account/identity; ask for a function there, or for a view of it.',
    );
  });

  it('may not name a table of the kernel, which may name it without declaring it', () => {
    for (const table of ['queue', 'letters']) {
      const text = `sql\`select 1 from ${table}\``;
      expect(placesOf('sql-names-own-tables', { [other]: text, [kernel]: text })).toEqual([`${other}:1`]);
    }
  });

  it('may not be the kernel’s and name a table of a module', () => {
    expect(placesOf('sql-names-own-tables', { [kernel]: 'sql`select 1 from users`' })).toEqual([
      `${kernel}:1`,
    ]);
  });

  it('names a view of another module by its constant, never by its text', () => {
    const spliced = 'sql`select p.name from ${persons} p where p.id = ${id}`';
    expect(findingsOf('sql-names-own-tables', { [other]: spliced })).toEqual([]);
    const [finding] = findingsOf('sql-names-own-tables', { [other]: 'sql`select name from persons`' });
    expect(finding?.message).toContain('splice in the constant persons');
  });

  it('may use the word for something else: a value, a column, a name of its own, or prose', () => {
    const text = [
      "sql`select 'users' as kind, count(*) as users from messages -- of all users`;",
      'sql`with users as (select id from messages) select users.id from users`;',
      "const help = 'Choose from users and groups.';",
    ].join('\n');
    expect(findingsOf('sql-names-own-tables', { [other]: text })).toEqual([]);
  });

  it('may name any table in a test', () => {
    const test = { [`${modules}/build/chat/chat.int.test.ts`]: "server.sql('select 1 from users')" };
    expect(findingsOf('sql-names-own-tables', test)).toEqual([]);
  });
});

describe('the constant of a table', () => {
  it('may not leave its module by index.ts', () => {
    const files = { [`${owner}/index.ts`]: "export { persons, users } from './tables.ts';" };
    expect(placesOf('tables-stay-inside', files)).toEqual([`${owner}/index.ts:1`]);
  });

  it('may not be imported by another module or the kernel, under another name either', () => {
    const text =
      "import { sql } from 'drizzle-orm';\nimport {\n  users as people,\n} from '../../account/identity/tables.ts';";
    expect(placesOf('tables-stay-inside', { [other]: text })).toEqual([`${other}:2`]);
    const inKernel = "import { users } from '../../modules/account/identity/tables.ts';";
    expect(placesOf('tables-stay-inside', { [kernel]: inKernel })).toEqual([`${kernel}:1`]);
  });

  it.each(["export * from './tables.ts';", "export * as tables from './tables.ts';"])(
    'may not leave its module with all others: %s',
    (text) => {
      expect(placesOf('tables-stay-inside', { [`${owner}/index.ts`]: text })).toEqual([
        `${owner}/index.ts:1`,
      ]);
    },
  );

  it('may be imported inside its module, and its type and its views by anybody', () => {
    const files = {
      [own]: "import { users } from './tables.ts';",
      [other]:
        "import { persons } from '../../account/identity/index.ts';\nimport type { users } from '../../account/identity/tables.ts';",
    };
    expect(findingsOf('tables-stay-inside', files)).toEqual([]);
  });
});

describe('a migration', () => {
  const first = 'apps/server/migrations/0007_runs.sql';

  it('has a number of its own', () => {
    expect(findingsOf('migration-has-its-number', { [first]: '' })).toEqual([]);
    const second = 'apps/server/migrations/0007_views.sql';
    expect(findingsOf('migration-has-its-number', { [first]: '', [second]: '' })).toEqual([
      { path: second, message: `${first} has the same number; take the next free one.` },
    ]);
  });
});

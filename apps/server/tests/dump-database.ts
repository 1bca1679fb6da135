import type { TestServer } from './harness.ts';

/** Returns every row of every table as text, including the tables of the queue. */
export const dumpDatabase = async (server: TestServer): Promise<{ table: string; row: string }[]> => {
  const tables = await server.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const dump: { table: string; row: string }[] = [];
  for (const { name } of tables) {
    const rows = await server.sql<{ row: string }>(`select t::text as row from ${name} t`);
    dump.push(...rows.map(({ row }) => ({ table: name, row })));
  }
  return dump;
};

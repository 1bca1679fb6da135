import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Tables of every kind, and a user who may read some of them. */
const setUp = (user: string) => `
  create table articles (
    id int primary key, title text, body text, changed timestamptz, price numeric(30, 20),
    facts jsonb, tags text[], day date, photo bytea, "odd.name ""x" text);
  insert into articles select n, 'Article ' || n, 'Body ' || n, '2026-01-01 00:00:00.123456+00'::timestamptz + (n / 2) * interval '1 day',
    1.1, '{"size": {"cm": 7}}', '{"a b",c}', '2026-02-03', '\\x0102', 'odd ' || n from generate_series(1, 7) n;
  create table secrets (id int primary key, word text);
  create view titles as select title from articles;
  create table pairs (a int, b text, word text, hidden text, primary key (b, a));
  insert into pairs values (1, 'x', 'one', 'no'), (2, 'x', null, 'no');
  grant select on articles, titles to ${user};
  create sequence numbers;
  grant insert, update, delete on articles to ${user};
  grant usage on sequence numbers to ${user};
  grant select (a, b, word) on pairs to ${user};`;

/** A database of its own on a cluster of the tests. */
export interface Shop {
  address: URL;
  admin: pg.Client;
  database: string;
  reader: { user: string; password: string };
  close(): Promise<void>;
}

const asAdmin = async (adminUrl: string, statements: readonly string[]) => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

export const openShop = async (adminUrl: string): Promise<Shop> => {
  const tag = randomBytes(5).toString('hex');
  const database = `shop_${tag}`;
  const reader = { user: `reader_${tag}`, password: `p-${tag}` };
  await asAdmin(adminUrl, [
    `create role ${reader.user} login password '${reader.password}'`,
    `create database ${database}`,
  ]);
  const address = new URL(adminUrl);
  address.pathname = `/${database}`;
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  await admin.query(setUp(reader.user));
  const close = async () => {
    await admin.query('drop table articles cascade');
    await admin.end();
    await asAdmin(adminUrl, [`drop database ${database} with (force)`, `drop role ${reader.user}`]);
  };
  return { address, admin, database, reader, close };
};

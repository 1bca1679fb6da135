import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { poll } from '../../../tests/poll.ts';
import { failureOf, runAction } from '../../../tests/run-action.ts';
import type { PieceIo } from '../../piece.ts';
import { postgresql } from './postgresql.ts';

const tag = randomBytes(5).toString('hex');
const [database, user, password] = [`flow_${tag}`, `writer_${tag}`, `p-${tag}`];

describe('the PostgreSQL piece', () => {
  const address = new URL(inject('adminUrl'));
  const connection = { host: 'db.example.com', port: 5432, database, user, password, tls: 'OFF' };
  let admin: pg.Client;

  /** Leads to the cluster of the tests, which listens on a socket file or a port. */
  const io: PieceIo = {
    fetch: () => Promise.reject(new Error('This piece sends no requests.')),
    connect: (host) => {
      if (host !== 'db.example.com')
        return Promise.reject(Object.assign(new Error(host), { code: 'outbound.unreachable' }));
      const given = decodeURIComponent(address.hostname);
      const port = Number(address.port) || 5432;
      const target = given.startsWith('/') ? { path: `${given}/.s.PGSQL.${port}` } : { host: given, port };
      return new Promise((resolve, reject) => {
        const socket = connect(target, () => resolve(socket));
        socket.once('error', reject);
      });
    },
  };

  interface Result {
    rows: Record<string, JsonValue>[];
    count: number;
    isComplete: boolean;
  }
  const run = async (action: string, query: string, more: Record<string, JsonValue> = {}, call = {}) =>
    (await runAction(
      `postgresql.${action}`,
      { query, ...more },
      { io, connection, ...call },
    )) as unknown as Result;
  const read = (query: string, more = {}, call = {}) => run('query_rows', query, more, call);
  const change = (query: string, more = {}) => run('run_statement', query, more);

  beforeAll(async () => {
    const first = new pg.Client({ connectionString: inject('adminUrl') });
    await first.connect();
    await first.query(`create database ${database}`);
    await first.query(`create role ${user} login password '${password}'`);
    await first.end();
    const there = new URL(address);
    there.pathname = `/${database}`;
    admin = new pg.Client({ connectionString: there.href });
    await admin.connect();
    await admin.query(`
      create table things (id int primary key, name text, price numeric(10, 2), big bigint, facts jsonb, tags text[], day date, ok boolean);
      insert into things select n, 'Thing ' || n, 1.10, 9007199254740993, '{"a":[1]}', '{x,"y z"}', '2026-02-03', true
        from generate_series(1, 5) n;
      create table locked (id int);
      grant select, insert, update, delete on things to ${user};`);
  });
  afterAll(async () => {
    await admin.query('drop table things, locked');
    await admin.end();
    const last = new pg.Client({ connectionString: inject('adminUrl') });
    await last.connect();
    await last.query(`drop database ${database} with (force)`);
    await last.query(`drop role ${user}`);
    await last.end();
  });

  it('reads rows with parameters, without losing digits', async () => {
    const answer = await read('select * from things where id = $1 and name = any($2)', {
      parameters: [2, ['Thing 2', 'other']],
    });
    expect(answer).toEqual({
      rows: [
        {
          id: 2,
          name: 'Thing 2',
          price: '1.10',
          big: '9007199254740993',
          facts: { a: [1] },
          tags: ['x', 'y z'],
          day: '2026-02-03',
          ok: true,
        },
      ],
      count: 1,
      isComplete: true,
    });
    const { rows: named } = await read(`select 1 as a, 2 as a, null as "__proto__", 'NaN'::float8 as f`);
    expect(JSON.stringify(named)).toBe('[{"a":1,"a_2":2,"__proto__":null,"f":"NaN"}]');
  });

  it('never takes a parameter for a part of the statement', async () => {
    const hostile = `x'; drop table things; --`;
    expect((await read('select $1::text as said', { parameters: [hostile] })).rows).toEqual([
      { said: hostile },
    ]);
    expect((await read('select id from things order by id', { maxRows: 2 })).isComplete).toBe(false);
  });

  it('changes nothing when it reads, and one statement at a time', async () => {
    expect(await failureOf(() => read('delete from things'))).toMatch(
      /^pieces.invalid_input: Only reading is allowed/,
    );
    expect(await failureOf(() => read('select 1; commit; delete from things'))).toContain(
      'pieces.invalid_input',
    );
    expect((await read('select count(*) as n from things')).rows).toEqual([{ n: 5 }]);
  });

  it('changes data, returns what the statement returns, and undoes a failed statement', async () => {
    const inserted = await change(
      'insert into things (id, name, facts) values ($1, $2, $3) returning id, facts',
      {
        parameters: [10, 'Ten', { b: true }],
      },
    );
    expect(inserted).toEqual({ rows: [{ id: 10, facts: { b: true } }], count: 1, isComplete: true });
    expect(await change('delete from things where id = 10')).toEqual({
      rows: [],
      count: 1,
      isComplete: true,
    });
    const twice = 'insert into things (id) values (11), (11)';
    expect(await failureOf(() => change(twice))).toContain('pieces.unexpected_answer');
    expect((await read('select id from things where id > 5')).rows).toEqual([]);
  });

  it('keeps to the limits of rows, bytes and time', async () => {
    const some = await read('select n from generate_series(1, 50) n', { maxRows: 10 });
    expect([some.rows.length, some.isComplete]).toEqual([10, false]);
    expect(await failureOf(() => read(`select repeat('x', 12000000) as much`))).toContain('more than 10 MB');
    expect(await failureOf(() => read('select pg_sleep(30)', { timeoutSeconds: 1 }))).toContain(
      'took too long to answer',
    );
    expect(await failureOf(() => read('select 1', { maxRows: 10_001 }))).toContain('at most 10000');
  });

  it('says what is wrong with query, rights, sign-in and address', async () => {
    expect(await failureOf(() => read('select\n  nme from things'))).toContain('at line 2, column 3');
    expect(await failureOf(() => read('select * from locked'))).toContain('pieces.refused');
    expect(await failureOf(() => read('select $1::int', { parameters: [] }))).toContain(
      'do not fit together',
    );
    const wrong = { connection: { ...connection, password: 'wrong' } };
    expect(await failureOf(() => read('select 1', {}, wrong))).toContain('pieces.refused');
    const elsewhere = { connection: { ...connection, host: 'other.example.com' } };
    expect(await failureOf(() => read('select 1', {}, elsewhere))).toContain('pieces.unreachable');
  });

  it('reports new rows by a column that grows, page by page', async () => {
    await admin.query(`create schema "My shop"; create table "My shop"."orders" ("No" bigint, item text);
      grant usage on schema "My shop" to ${user}; grant select on "My shop"."orders" to ${user}`);
    const add = (from: number, to: number) =>
      admin.query(
        `insert into "My shop"."orders" select n, 'Item ' || n from generate_series($1::int, $2) n`,
        [from, to],
      );
    const look = (state: JsonValue, more: Record<string, JsonValue> = {}) =>
      poll(
        'postgresql.new_rows',
        { table: 'My shop.orders', column: 'No', ...more },
        { io, connection, state },
      );
    const empty = await look(null);
    expect(empty).toMatchObject({ events: [], state: { after: null } });
    await add(9, 10);
    const some = await look(empty.state);
    expect(some.events).toEqual([
      { id: '9', value: { No: 9, item: 'Item 9' } },
      { id: '10', value: { No: 10, item: 'Item 10' } },
    ]);
    expect((await look(some.state)).events).toEqual([]);
    await add(11, 300);
    const [first, last] = [await look(some.state), await look(null)];
    expect([first.events.length, first.hasMore, first.state]).toEqual([200, true, { after: '210' }]);
    expect(await look(first.state)).toMatchObject({ hasMore: false, state: { after: '300' } });
    expect(last).toMatchObject({ events: [], state: { after: '300' } });
    expect((await look(null, { includeExisting: true })).events[0]?.id).toBe('9');
    expect(await failureOf(() => look(null, { table: 'orders; drop table things' }))).toContain(
      'does not exist',
    );
    expect(await failureOf(() => look(null, { table: 'a.b.c' }))).toContain('is no name of the database');
    expect(await failureOf(() => look(null, { column: 'none' }))).toContain('does not exist');
    await admin.query('drop schema "My shop" cascade');
  });

  it('stops with the run, and tests its connection', async () => {
    const stop = new AbortController();
    const reading = read('select pg_sleep(30)', {}, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('cancelled')), 200);
    await expect(reading).rejects.toThrow('cancelled');
    expect(await postgresql.connection?.test(io, connection, AbortSignal.timeout(30_000))).toMatch(
      /^PostgreSQL [\d.]+ answers\.$/,
    );
  });
});

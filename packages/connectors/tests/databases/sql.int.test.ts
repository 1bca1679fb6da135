import { connect } from 'node:net';
import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import { Field, type FieldValues } from '@atelier/contracts/fields/fields';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPostgresql, createRedshift, sqlLimits } from '../../src/databases/index.ts';
import { type Connector, ConnectorError, type ConnectorIo } from '../../src/index.ts';
import { documentsIn, readAll } from '../answering-server.ts';
import { openIo } from './io.ts';
import { openShop, type Shop } from './shop-database.ts';

/** Leads to the cluster of the tests, which listens on a socket file or a port. Other addresses are refused, as the server does. */
const clusterIo = (address: URL): ConnectorIo => ({
  ...openIo(),
  connect: (host, port) => {
    if (host !== 'db.example.com' || port !== 5432)
      return Promise.reject(Object.assign(new Error(host), { code: 'outbound.blocked' }));
    const given = decodeURIComponent(address.hostname);
    const own = Number(address.port) || 5432;
    const target = given.startsWith('/') ? { path: `${given}/.s.PGSQL.${own}` } : { host: given, port: own };
    return new Promise((resolve, reject) => {
      const socket = connect(target, () => resolve(socket));
      socket.once('error', reject);
    });
  },
});

describe('the connectors of SQL databases', () => {
  let connection: FieldValues;
  let admin: pg.Client;
  let shop: Shop;
  let io: ConnectorIo;

  beforeAll(async () => {
    shop = await openShop(inject('adminUrl'));
    admin = shop.admin;
    connection = { host: 'db.example.com', port: 5432, ...shop.reader, database: shop.database, tls: 'OFF' };
    io = clusterIo(shop.address);
  });
  afterAll(() => shop.close());

  const limits = { ...sqlLimits, statementMs: 2000, batchRows: 2 };
  const postgresql = createPostgresql(limits);
  const inputOf = (connector: Connector, settings: FieldValues, change: FieldValues = {}) => {
    const input = {
      settings: valuesSchema(connector.settingsFields).parse(settings),
      connection: { ...connection, ...change },
    };
    connector.check?.(input);
    return input;
  };
  const read = async (settings: FieldValues, cursor?: Record<string, string>, connector = postgresql) =>
    readAll(connector.read(io, inputOf(connector, settings), cursor));
  const failure = async (work: () => Promise<unknown>): Promise<string> => {
    try {
      await work();
    } catch (error) {
      if (error instanceof ConnectorError) return `${error.code}: ${error.message}`;
      throw error;
    }
    return 'no failure';
  };
  const rows = async () =>
    (await admin.query<{ count: string }>('select count(*) as count from articles')).rows[0]?.count;

  /** Expects a connector with valid fields, instructions for a read-only user, and this default port. */
  const expectOffered = (connector: Connector, title: string, port: number): void => {
    expect(connector).toMatchObject({ title, service: 'DATABASE' });
    expect(connector.help.join(' ')).toContain('grant select');
    for (const field of [...connector.connectionFields, ...connector.settingsFields]) Field.parse(field);
    const filled = valuesSchema(connector.connectionFields).parse({ host: 'h', database: 'd', user: 'u' });
    expect(filled).toMatchObject({ port, tls: 'VERIFY' });
  };

  it('offers PostgreSQL with the port 5432', { tags: ['CONNECTOR-20', 'CONST-12'] }, () =>
    expectOffered(createPostgresql(), 'PostgreSQL', 5432),
  );
  it('offers AWS RedShift with the port 5439', { tags: ['CONNECTOR-23', 'CONST-12', 'IMPORT-26'] }, () =>
    expectOffered(createRedshift(), 'AWS RedShift', 5439),
  );

  it('says what it found, and offers tables and columns', { tags: ['CONNECTOR-20'] }, async () => {
    expect(await postgresql.test(io, { connection, settings: {} })).toMatch(
      /^PostgreSQL \d+\.\d+ answers\. The user “reader_\w+” can read 3 tables\.$/,
    );
    const of = (settings: FieldValues, field: string) =>
      postgresql.options?.(io, { connection, settings }, field);
    const tables = await of({}, 'table');
    expect(tables?.map(({ label }) => label)).toEqual(['articles', 'pairs', 'titles']);
    expect(await of({}, 'columns')).toEqual([]);
    const wrong = { connection: { ...connection, password: 'wrong' }, settings: {} };
    expect(await postgresql.options?.(io, wrong, 'columns')).toEqual([]);
    expect((await of({ table: tables?.[1]?.value ?? '' }, 'columns'))?.map(({ value }) => value)).toEqual([
      'a',
      'b',
      'word',
    ]);
    const query = { from: 'QUERY', query: 'select a, b as a from pairs;' };
    expect((await of(query, 'idColumns'))?.map(({ value }) => value)).toEqual(['a', 'a_2']);
    const input = inputOf(postgresql, { table: '"public"."articles"', titleColumn: 'title' });
    expect(await postgresql.test(io, input)).toMatch(
      /answers with 10 columns\. The first row becomes “Article 1”\.$/,
    );
  });

  it('makes a document of each row: its key as the id, columns by choice, values as people read them', async () => {
    const template = '{{price}} {{facts.size.cm}} {{tags[0]}} {{day}} {{changed}} {{photo}} {{odd.name "x}}';
    const { events, end } = await read({ table: 'articles', titleColumn: 'title', template });
    expect(documentsIn(events)).toHaveLength(7);
    expect(documentsIn(events)[1]).toBe(
      '2 | Article 2 | 1.10000000000000000000 7 a b 2026-02-03 2026-01-02T00:00:00.123456Z (binary data of 2 bytes, left out) odd 2\n',
    );
    expect(end).toEqual({ isComplete: true });
    const pairs = await read({ table: 'pairs', columns: ['word'], titleColumn: 'b' });
    expect(documentsIn(pairs.events)).toEqual([
      '["x","1"] | x | # x\n\n**word**: one\n',
      '["x","2"] | x | # x\n\n**word**: \n',
    ]);
    const grouped = await read({ table: 'articles', rowsPerDocument: 3, template: '{{id}}' });
    expect([events[0], grouped.events[0]]).toEqual([
      { kind: 'total', count: 7 },
      { kind: 'total', count: 3 },
    ]);
    expect(documentsIn(grouped.events)).toEqual([
      'rows:1 | articles, rows 1–3 | 1\n\n2\n\n3\n',
      'rows:4 | articles, rows 4–6 | 4\n\n5\n\n6\n',
      'rows:7 | articles, rows 7–7 | 7\n',
    ]);
  });

  it('reads the result of a query with parameters, which are never part of the statement', async () => {
    const query = {
      from: 'QUERY',
      query: 'select id, title, id from articles where title = $1',
      idColumns: ['id_2'],
    };
    const named = await read({ ...query, parameters: [{ value: 'Article 3' }], template: '{{title}}' });
    expect(documentsIn(named.events)).toEqual(['3 | Row 3 | Article 3\n']);
    const hostile = await read({ ...query, parameters: [{ value: `x' or '1'='1` }] });
    expect(hostile.events).toEqual([]);
    const parameters = [{ value: 'x' }];
    expect(await failure(() => read({ ...query, parameters, titleColumn: 'word' }))).toContain(
      'no column “word”',
    );
  });

  it('stops at its limit, says so and removes nothing; a limit is greater than 0', {
    tags: ['IMPORT-39'],
  }, async () => {
    const { events, end } = await read({ table: 'articles', limit: 3 });
    expect(documentsIn(events)).toHaveLength(3);
    expect(events.at(-1)).toMatchObject({ kind: 'skipped', code: 'sources.limit' });
    expect(end).toEqual({ isComplete: false });
    expect(() => inputOf(postgresql, { table: 'articles', limit: 0 })).toThrow(
      'Please enter a value greater than 0',
    );
    const big = createPostgresql({ ...limits, longest: 10 });
    const { events: skipped } = await read(
      { table: 'articles', template: '{{title}} {{body}}' },
      undefined,
      big,
    );
    expect(skipped[1]).toMatchObject({ kind: 'skipped', code: 'sources.too_large' });
    const small = createPostgresql({ ...limits, batchBytes: 50_000 });
    const wide = { from: 'QUERY', query: `select repeat('x', 100000) as word` };
    expect(await failure(() => read(wide, undefined, small))).toContain('sources.too_large');
  });

  it('brings only what is new by a column that grows, and loses nothing where values are equal', async () => {
    const settings = {
      table: 'articles',
      cursorColumn: 'changed',
      titleColumn: 'title',
      template: '{{body}}',
      limit: 2,
    };
    const seen: string[] = [];
    let cursor: Record<string, string> | undefined;
    for (let round = 0; round < 4; round += 1) {
      const { events, end } = await read(settings, cursor);
      expect(end.isComplete).toBe(false);
      expect(events[0]).toEqual({ kind: 'total', count: round < 3 ? 2 : 1 });
      expect(end.note).toBe(
        round < 3 ? 'There is more than the limit of 2. The rest comes with the next sync.' : undefined,
      );
      seen.push(...documentsIn(events).map((text) => text.split(' | ')[0] ?? ''));
      cursor = end.cursor;
    }
    expect(seen).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect((await read(settings, cursor)).events).toEqual([]);
    // One row with the same time as the last one but a smaller key, and one changed row.
    await admin.query(
      `insert into articles (id, title, body, changed) select 0, 'Late', 'late', changed from articles where id = 7`,
    );
    await admin.query(`update articles set body = 'Changed' where id = 7`);
    const { events } = await read(settings, cursor);
    expect(documentsIn(events)).toEqual(['0 | Late | late\n', '7 | Article 7 | Changed\n']);
    await admin.query('delete from articles where id = 0');
    // The source's limit ends the reading as the connector's own limit does, so the next sync continues from there.
    const capped = { ...inputOf(postgresql, { ...settings, limit: 100 }), maxItems: 3 };
    const { end } = await readAll(postgresql.read(io, capped, undefined));
    const second = await readAll(postgresql.read(io, capped, end.cursor));
    expect(documentsIn(second.events).map((text) => text.split(' | ')[0])).toEqual(['4', '5', '6']);
    const without = { table: 'titles', cursorColumn: 'title' };
    expect(await failure(() => read(without))).toContain('Please choose the columns of its id');
  });

  it.each([
    [`insert into articles (id) values (99)`, 'sources.invalid_settings'],
    [`with gone as (delete from articles returning id) select * from gone`, 'sources.invalid_settings'],
    [`select 1; delete from articles`, 'sources.invalid_settings'],
    [`select 1) as q; commit; delete from articles; select * from (select 1`, 'sources.invalid_settings'],
    [`select 1) as q union select 2 into stolen from (select 3`, 'sources.invalid_settings'],
    [`copy articles to program 'touch stolen'`, 'sources.invalid_settings'],
    [`select nextval('numbers')`, 'sources.invalid_settings: Only reading is allowed'],
    [
      `select set_config('transaction_read_only', 'off', false)`,
      'sources.invalid_settings: Only reading is allowed',
    ],
    [`select * from articles for update`, 'sources.invalid_settings: Only reading is allowed'],
    [`select pg_sleep(30)`, 'sources.unreachable: PostgreSQL took too long'],
    [`select * from secrets`, 'sources.refused: The user may not read this'],
  ])('refuses the query “%s”, and nothing changes', async (query, expected) => {
    const before = await rows();
    expect(await failure(() => read({ from: 'QUERY', query }))).toContain(expected);
    expect(await rows()).toBe(before);
    const found = await admin.query(`select 1 from pg_class where relname = 'stolen'`);
    expect(found.rows).toEqual([]);
  });

  it('leaves no large object behind, which servers before 16 let be made while reading only', async () => {
    const objects = async () =>
      (await admin.query<{ count: string }>('select count(*) as count from pg_largeobject_metadata')).rows[0]
        ?.count;
    const before = await objects();
    const outcome = await failure(() => read({ from: 'QUERY', query: 'select lo_create(0)' }));
    expect(['no failure', 'sources.invalid_settings']).toContain(outcome.split(':')[0]);
    expect(await objects()).toBe(before);
  });

  it.each([
    [{ password: 'wrong' }, 'sources.refused: PostgreSQL refused the sign-in'],
    [{ database: 'nowhere' }, 'sources.not_found: PostgreSQL has no such database'],
    [{ tls: 'VERIFY' }, 'sources.refused: '],
    [{ port: 1 }, 'sources.blocked'],
    [{ host: '10.0.0.1' }, 'sources.blocked'],
  ])('says what to do when the connection has %o', async (change, expected) => {
    const work = () => postgresql.test(io, { connection: { ...connection, ...change }, settings: {} });
    expect(await failure(work)).toContain(expected);
  });

  it('names the place of a mistake, and a table or column that is not there', async () => {
    const query = 'select id,\n  titel from articles';
    expect(await failure(() => read({ from: 'QUERY', query }))).toMatch(
      /at line 2, column 3: column "titel"/,
    );
    expect(await failure(() => read({ table: 'secrets' }))).toContain(
      'sources.not_found: secrets is not there',
    );
    const unknown = { table: 'articles', titleColumn: 'titel' };
    expect(await failure(() => read(unknown))).toContain('There is no column “titel” any more');
    const template = '{{title}} {{facts.size}} {{titel}}';
    expect(await failure(() => read({ table: 'articles', template }))).toBe(
      'sources.invalid_settings: The text of a document names {{titel}}, but no such column is read. Please correct it.',
    );
    expect(await failure(() => read({ from: 'QUERY', query: 'delete from articles' }))).toContain(
      'It must be one SELECT and nothing else.',
    );
  });

  it('reads RedShift with statements that both understand; without enforced keys, ids are chosen', {
    tags: ['CONNECTOR-23'],
  }, async () => {
    const redshift = createRedshift(limits);
    const { events } = await read({ table: 'titles', titleColumn: 'title' }, undefined, redshift);
    expect(documentsIn(events)[0]).toMatch(/^sha256:\w+ \| Article 1 \| # Article 1/);
    const chosen = await read(
      { table: 'articles', idColumns: ['id'], template: '{{title}}' },
      undefined,
      redshift,
    );
    expect(documentsIn(chosen.events)[6]).toBe('7 | articles 7 | Article 7\n');
    expect(
      await failure(() => read({ from: 'QUERY', query: `select nextval('numbers')` }, undefined, redshift)),
    ).toContain('Only reading is allowed');
  });
});

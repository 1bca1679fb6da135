import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import { Field, type FieldValues } from '@atelier/contracts/fields/fields';
import { Binary, Decimal128, type Document, Long, ObjectId, UUID } from 'bson';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectors } from '../../src/index.ts';
import { type FakeMongo, startFakeMongo } from './fake-mongodb.ts';
import { failureOf, openIo, readAll } from './io.ts';

const mongodb = connectors.find(({ type }) => type === 'MONGODB');
if (!mongodb) throw new Error('There is no connector for MongoDB.');

const article = (n: number, more: Document = {}): Document => ({
  _id: new ObjectId(n.toString(16).padStart(24, '0')),
  title: `Article ${n}`,
  body: `Body ${n}`,
  changed: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 2))),
  ...more,
});

describe('the MongoDB connector', () => {
  let server: FakeMongo;
  const user = { user: 'a=reader,1', password: 'pässword' };
  beforeAll(async () => {
    server = await startFakeMongo({ 'a=3Dreader=2C1': user.password });
  });
  beforeEach(() => {
    server.asked.length = 0;
    server.refusal = undefined;
    server.cannotCount = false;
    server.garbage = undefined;
    server.attack = undefined;
    server.collections = { articles: Array.from({ length: 120 }, (_, at) => article(at + 1)), other: [] };
  });
  afterAll(() => server.close());

  const connection = (): FieldValues => ({
    ...valuesSchema(mongodb.connectionFields).parse({ host: '127.0.0.1', database: 'shop', tls: 'OFF' }),
    ...user,
    port: server.port,
  });
  const inputOf = (settings: FieldValues, change: FieldValues = {}) => {
    const judged = valuesSchema(mongodb.settingsFields).parse({ collection: 'articles', ...settings });
    const input = { settings: judged, connection: { ...connection(), ...change } };
    mongodb.check?.(input);
    return input;
  };
  const read = (settings: FieldValues, cursor?: Record<string, string>) =>
    readAll(mongodb.read(openIo(), inputOf(settings), cursor));

  it('signs in by SCRAM, says what it found, and offers collections and fields', {
    tags: ['CONNECTOR-21'],
  }, async () => {
    for (const field of [...mongodb.connectionFields, ...mongodb.settingsFields]) Field.parse(field);
    expect(mongodb.help.join(' ')).toContain('db.createUser');
    expect(valuesSchema(mongodb.connectionFields).parse({ host: 'h', database: 'd' })).toMatchObject({
      port: 27_017,
      tls: 'VERIFY',
    });
    const io = openIo();
    const bare = { connection: connection(), settings: {} };
    expect(await mongodb.test(io, bare)).toBe('MongoDB 8.0.4 answers. 2 collections can be read.');
    expect(JSON.stringify(server.asked)).not.toContain(user.password);
    expect(await mongodb.test(io, inputOf({ titleField: 'title' }))).toContain('becomes “Article 1”');
    const of = async (field: string, settings = {}) =>
      (await mongodb.options?.(io, { ...bare, settings }, field))?.map(({ value }) => value);
    expect(await of('collection')).toEqual(['articles', 'other']);
    expect(await of('fields', { collection: 'articles' })).toEqual(['_id', 'title', 'body', 'changed']);
  });

  it('makes a document of each, in batches, with ids, dates, numbers and binary data as text', async () => {
    server.collections['articles']?.push(
      article(121, {
        price: Decimal128.fromString('1.10'),
        large: Long.fromString('9007199254740993'),
        photo: new Binary(Buffer.alloc(3)),
        uuid: new UUID('0189c0de-0000-7000-8000-000000000001'),
        deep: { list: [{ word: 'x' }] },
      }),
    );
    const template = '{{_id}} {{changed}} {{price}} {{large}} {{photo}} {{uuid}} {{deep.list[0].word}}';
    const { documents, end } = await read({ titleField: 'title', template });
    expect(documents).toHaveLength(121);
    expect(documents[120]).toBe(
      '000000000000000000000079 | Article 121 | 000000000000000000000079 2026-03-02T00:00:00.000Z 1.10 9007199254740993 (binary data of 3 bytes, left out) 0189c0de-0000-7000-8000-000000000001 x\n',
    );
    expect(end).toEqual({ isComplete: true });
    expect(server.asked.filter((command) => 'getMore' in command)).toHaveLength(2);
    const find = server.asked.find((command) => 'find' in command);
    expect(find).toMatchObject({ maxTimeMS: 60_000, $db: 'shop' });
  });

  it('reads by a filter in Extended JSON, only the chosen fields, up to its limit', {
    tags: ['IMPORT-39'],
  }, async () => {
    const filter = '{"changed": {"$gte": {"$date": "2026-03-01T00:00:00Z"}}}';
    const { documents } = await read({ filter, fields: ['body'], titleField: 'title' });
    expect(documents.map((text) => text.split(' | ').slice(1).join(' | '))).toEqual([
      'Article 118 | # Article 118\n\n**body**: Body 118\n',
      'Article 119 | # Article 119\n\n**body**: Body 119\n',
      'Article 120 | # Article 120\n\n**body**: Body 120\n',
    ]);
    const limited = await read({ limit: 60 });
    expect(limited.documents).toHaveLength(60);
    expect(limited.events.at(-1)).toMatchObject({ kind: 'skipped', code: 'sources.limit' });
    expect(limited.end).toEqual({ isComplete: false });
    expect(() => inputOf({ limit: 0 })).toThrow('Please enter a value greater than 0');
  });

  it('brings only what is new by a field that grows, and loses nothing where values are equal', async () => {
    server.collections['articles'] = Array.from({ length: 7 }, (_, at) => article(at + 1));
    const settings = { cursorField: 'changed', titleField: 'title', limit: 2 };
    const seen: string[] = [];
    let cursor: Record<string, string> | undefined;
    for (let round = 0; round < 5; round += 1) {
      const { events, end } = await read(settings, cursor);
      seen.push(...events.map((event) => (event.kind === 'item' ? event.item.name : event.kind)));
      ({ cursor } = end);
      expect(end.note).toBe(
        round < 3 ? 'There is more than the limit of 2. The rest comes with the next sync.' : undefined,
      );
    }
    const brought = (n: number) => `Article ${n}`;
    const rounds = [[1, 2], [3, 4], [5, 6], [7]].flatMap((some) => ['total', ...some.map(brought)]);
    expect(seen).toEqual(rounds);
    server.collections['articles']?.unshift(article(200, { changed: article(7)['changed'] }));
    expect((await read(settings, cursor)).events).toMatchObject([
      { kind: 'total', count: 1 },
      { item: { name: 'Article 200' } },
    ]);
  });

  it('ends at the limit of the source as at its own, and continues from there', async () => {
    const input = { ...inputOf({ cursorField: 'changed', limit: 100 }), maxItems: 3 };
    const first = await readAll(mongodb.read(openIo(), input, undefined));
    const second = await readAll(mongodb.read(openIo(), input, first.end.cursor));
    const ids = [...first.documents, ...second.documents].map((text) => text.slice(0, 24));
    expect(ids).toEqual([1, 2, 3, 4, 5, 6].map((n) => String(article(n)['_id'])));
  });

  it('reads on where the server cannot count', async () => {
    const near = server.collections['articles'] ?? [];
    server.cannotCount = true;
    const { documents, events } = await read({});
    expect(documents).toHaveLength(near.length);
    expect(events.map(({ kind }) => kind)).not.toContain('total');
  });

  it.each([
    ['{"$where": "sleep(1)"}', '“$where” is not allowed'],
    ['{"$expr": {"$function": {"body": "x"}}}', '“$function” is not allowed'],
    ['{"a": [{"$accumulator": {}}]}', '“$accumulator” is not allowed'],
    ['{"a": {"$code": "x"}}', '“$code” is not allowed'],
    ['{a: 1}', 'The filter is not JSON'],
    ['[1]', 'must be a JSON object'],
    ['{"$oid": "000000000000000000000001"}', 'must be a JSON object'],
  ])('refuses the filter %s before anything is sent', async (filter, expected) => {
    expect(await failureOf(() => read({ filter }))).toContain(expected);
    expect(server.asked).toEqual([]);
  });

  it('says what to do when the server refuses, or is none', async () => {
    const test = (change: FieldValues = {}) => failureOf(() => mongodb.test(openIo(), inputOf({}, change)));
    expect(await test({ password: 'wrong' })).toContain('sources.refused: 127.0.0.1 refused the sign-in');
    expect(await test({ user: '' })).toContain('sources.refused: The user may not read this');
    expect(await test({ tls: 'VERIFY' })).toMatch(/^sources\.unreachable: .*check port and encryption/);
    server.refusal = { ok: 0, code: 50, errmsg: 'operation exceeded time limit' };
    expect(await test()).toContain('took too long');
    server.refusal = { ok: 0, code: 2, errmsg: 'unknown operator: $foo' };
    expect(await test()).toContain(
      'sources.invalid_settings: 127.0.0.1 does not understand the filter: unknown operator',
    );
    server.garbage = Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(await test()).toContain(
      'sources.unexpected_answer: The server does not speak the protocol of MongoDB',
    );
  });

  const test = () => failureOf(() => mongodb.test(openIo(), inputOf({})));
  const say = (text: string) => new Binary(Buffer.from(text));
  const challenge = (rounds: string) => ({
    ok: 1,
    conversationId: 1,
    done: false,
    payload: say(`r=nonce,s=${Buffer.alloc(16).toString('base64')},i=${rounds}`),
  });

  it.each(['1', '4095', '1000001', '2147483647', 'many'])(
    'does not derive a key with %s rounds, whenever a server asks for it',
    async (rounds) => {
      const expected = 'sources.refused: The server could not show that it knows the password';
      server.attack = (command) => (command['saslStart'] ? challenge(rounds) : undefined);
      expect(await test()).toContain(expected);
      server.attack = (command) =>
        command['speculativeAuthenticate']
          ? { ok: 1, maxWireVersion: 21, isWritablePrimary: true, speculativeAuthenticate: challenge(rounds) }
          : undefined;
      expect(await test()).toContain(expected);
      expect(server.asked.some((command) => command['saslContinue'])).toBe(false);
    },
  );

  it('does not believe a server that does not know the password', async () => {
    server.attack = (command) =>
      command['saslContinue']
        ? { ok: 1, conversationId: 1, done: true, payload: say(`v=${Buffer.alloc(32).toString('base64')}`) }
        : undefined;
    expect(await test()).toContain('sources.refused: The server could not show that it knows the password');
  });

  const header = (length: number, kind: number): Buffer => {
    const bytes = Buffer.alloc(25);
    bytes.writeInt32LE(length, 0);
    bytes.writeInt32LE(kind, 12);
    return bytes;
  };
  it.each([
    ['a message of 200 MB', header(200 * 1024 * 1024, 2013)],
    ['a greeting of one MB', header(1024 * 1024, 2013)],
    ['a message of less than nothing', header(-5, 2013)],
    ['a compressed message that nobody asked for', header(25, 2012)],
    ['a message with a second section', Buffer.from(header(25, 2013)).fill(1, 20, 21)],
  ])('hangs up at %s, before more of it comes', async (_what, bytes) => {
    server.garbage = bytes;
    expect(await test()).toContain(
      'sources.unexpected_answer: The server does not speak the protocol of MongoDB',
    );
  });
});

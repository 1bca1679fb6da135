import type { ServerResponse } from 'node:http';
import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConnectorError, type ConnectorInput } from '../../src/index.ts';
import {
  type AnsweringServer,
  type Asked,
  documentsIn,
  json,
  readAll,
  startAnsweringServer,
} from '../answering-server.ts';
import { getConnector } from '../connector-of-type.ts';

const connector = getConnector('API');

const code = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ConnectorError) return `${error.code}${error.retryable ? ' retryable' : ''}`;
    throw error;
  }
  return 'no failure';
};

describe('the API connector', () => {
  let site: AnsweringServer;
  beforeAll(async () => {
    site = await startAnsweringServer();
  });
  beforeEach(() => {
    site.asked.length = 0;
  });
  afterAll(() => site.close());

  const inputOf = (settings: FieldValues, connection: FieldValues = {}): ConnectorInput => ({
    settings: valuesSchema(connector.settingsFields).parse({ url: `${site.origin}/list`, ...settings }),
    connection,
  });
  const read = (settings: FieldValues = {}, connection?: FieldValues) =>
    readAll(connector.read(site.io, inputOf(settings, connection), undefined));
  const failing = (settings: FieldValues = {}, connection?: FieldValues) => code(read(settings, connection));

  it('makes a document of each record, by id, title and template, and evaluates nothing', {
    tags: ['CONNECTOR-06', 'IMPORT-56'],
  }, async () => {
    const body = '{{constructor.constructor("return process")()}} ${1+1}';
    site.answer = json({ data: { items: [{ key: 7, name: 'Leave', text: body, tags: ['a', 'b'] }] } });
    const { events, end } = await read({
      listPath: '$.data.items',
      idField: 'key',
      titleField: 'name',
      template: '# {{ name }}\n\n{{text}} / {{tags[1]}} / {{missing}} / {{__proto__.x}}',
    });
    expect(documentsIn(events)).toEqual([`7 | Leave | # Leave\n\n${body} / b /  / \n`]);
    expect(end).toEqual({ isComplete: true });
    const without = await read({ listPath: 'data.items' });
    expect(documentsIn(without.events)[0]).toContain('**name**: Leave');
  });

  it('leaves out records without the id that was named, and those without text, with the reason', async () => {
    site.answer = json([{ id: 1, t: ' ' }, { t: 'No id' }]);
    const { events } = await read({ idField: 'id', template: '{{t}}' });
    expect(events).toMatchObject([
      { kind: 'skipped', code: 'sources.empty' },
      { kind: 'skipped', code: 'sources.no_id', reason: expect.stringContaining('choose another field') },
    ]);
  });

  it('sends method, body, at most 3 query parameters and at most 3 headers', {
    tags: ['CONNECTOR-40', 'CONNECTOR-41', 'CONNECTOR-42', 'CONST-11'],
  }, async () => {
    site.answer = json([]);
    const pairs = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: `X-${at}`, value: `v${at}` }));
    await read({ method: 'POST', body: '{"all":true}', queryParameters: pairs(3), headers: pairs(3) });
    expect(site.asked).toMatchObject([
      {
        method: 'POST',
        path: '/list?X-0=v0&X-1=v1&X-2=v2',
        body: '{"all":true}',
        headers: { 'x-0': 'v0', 'x-1': 'v1', 'x-2': 'v2' },
      },
    ]);
    for (const name of ['queryParameters', 'headers']) {
      const parsed = valuesSchema(connector.settingsFields).safeParse({ url: site.origin, [name]: pairs(4) });
      expect(parsed.error?.issues[0]?.message, name).toContain('takes at most 3');
    }
    const secret = { site: site.origin, headerName: 'Authorization', headerValue: 'Bearer s3cret' };
    expect(await failing({ headers: pairs(3) }, secret)).toBe('sources.invalid_settings');
  });

  it('sends the secret of the connection to its site and nowhere else, and takes none in the settings', async () => {
    site.answer = json([]);
    const secret = { site: site.origin, headerName: 'Authorization', headerValue: 'Bearer s3cret' };
    await read({}, secret);
    expect(site.asked[0]?.headers.authorization).toBe('Bearer s3cret');
    expect(await failing({ url: 'https://elsewhere.example/' }, secret)).toBe('sources.invalid_settings');
    for (const name of ['Authorization', 'cookie', 'X-Api-Key', 'Host', 'bad name'])
      expect(await failing({ headers: [{ name, value: 'x' }] }), name).toBe('sources.invalid_settings');
    expect(await failing({ headers: [{ name: 'X-A', value: 'a\r\nX-B: b' }] })).toBe(
      'sources.invalid_settings',
    );
    expect(await failing({ url: 'https://user:pass@example.com/' })).toBe('sources.invalid_settings');
    expect(await failing({ url: 'file:///etc/passwd' })).toBe('sources.invalid_settings');
  });

  it('follows pages by number, by cursor and by the Link header, to the last one', async () => {
    const page = ({ path }: Asked): number =>
      Number(
        new URL(path, site.origin).searchParams.get('page') ??
          new URL(path, site.origin).searchParams.get('cursor') ??
          1,
      );
    site.answer = (asked, response) => json(page(asked) > 3 ? [] : [{ id: page(asked) }])(asked, response);
    expect((await read({ idField: 'id', pagination: 'PAGE' })).events).toHaveLength(3);
    site.answer = (asked, response) =>
      json({ items: [{ id: page(asked) }], next: page(asked) < 3 ? page(asked) + 1 : null })(asked, response);
    const cursor = { listPath: 'items', idField: 'id', pagination: 'CURSOR', cursorPath: 'next' };
    expect((await read(cursor)).events).toHaveLength(3);
    site.answer = (asked, response) => {
      const link =
        page(asked) < 3 ? { link: `</list?page=${page(asked) + 1}>; rel="next", </>; rel="first"` } : {};
      json([{ id: page(asked) }], link as Record<string, string>)(asked, response);
    };
    expect((await read({ idField: 'id', pagination: 'LINK' })).events).toHaveLength(3);
  });

  it('ends where a source knows no pages, and refuses pages in a circle or on another site', async () => {
    site.answer = json([{ id: 1 }, { id: 2 }]);
    expect((await read({ idField: 'id', pagination: 'PAGE' })).events).toHaveLength(2);
    expect(site.asked).toHaveLength(2);
    site.answer = json({ items: [{ id: 1 }], nextCursor: 'same' });
    expect(await failing({ listPath: 'items', pagination: 'CURSOR' })).toBe('sources.unexpected_answer');
    site.answer = json([{ id: 1 }], { link: '<https://elsewhere.example/p2>; rel=next' });
    expect(await failing({ pagination: 'LINK' })).toBe('sources.unexpected_answer');
    site.answer = json([{ id: 1 }], { link: '</list>; rel=next' });
    expect(await failing({ pagination: 'LINK' })).toBe('sources.unexpected_answer');
  });

  it.each([
    [401, 'sources.refused'],
    [403, 'sources.refused'],
    [404, 'sources.not_found'],
    [400, 'sources.unexpected_answer'],
    [500, 'sources.unreachable retryable'],
    [503, 'sources.unreachable retryable'],
  ])('says what to do when the answer is %i', async (status, expected) => {
    site.answer = (_asked, response) => response.writeHead(status).end('no');
    expect(await failing()).toBe(expected);
  });

  it('waits as long as a source asks for, and gives up when that is too long', async () => {
    site.answer = (asked, response) => {
      if (site.asked.length < 3) response.writeHead(429, { 'retry-after': '0' }).end();
      else json([{ id: 1 }])(asked, response);
    };
    expect((await read()).events).toHaveLength(1);
    expect(site.asked).toHaveLength(3);
    site.answer = (_asked, response) => response.writeHead(429, { 'retry-after': '3600' }).end();
    expect(await failing()).toBe('sources.unreachable retryable');
  });

  it('asks three times again, and waits for no longer than half a minute', async () => {
    site.answer = (_asked, response) => response.writeHead(429, { 'retry-after': '0' }).end();
    expect(await failing()).toBe('sources.unreachable retryable');
    expect(site.asked).toHaveLength(4);
    for (const wait of ['31', 'soon', new Date(Date.now() + 60_000).toUTCString()]) {
      site.asked.length = 0;
      site.answer = (_asked, response) => response.writeHead(429, { 'retry-after': wait }).end();
      expect(await failing(), wait).toBe('sources.unreachable retryable');
      expect(site.asked, wait).toHaveLength(1);
    }
    site.asked.length = 0;
    site.answer = (asked, response) =>
      site.asked.length > 1
        ? json([])(asked, response)
        : response.writeHead(429, { 'retry-after': new Date(0).toUTCString() }).end();
    expect(await failing()).toBe('no failure');
  });

  it('names the host, and what to do, for each refusal', async () => {
    const message = async (status: number) => {
      site.answer = (_asked, response) => response.writeHead(status).end();
      return await read().catch((error: unknown) => (error instanceof Error ? error.message : ''));
    };
    const host = new URL(site.origin).host;
    expect(await message(401)).toBe(
      `${host} asks for a sign-in that it did not get. Please check the secret of the connection.`,
    );
    expect(await message(404)).toBe(`${host} has nothing at this address. Please check it.`);
    expect(await message(429)).toContain('was asked too often');
    expect(await message(499)).toContain('refused the request (499)');
    expect(await message(500)).toContain('has a problem of its own (500)');
  });

  it('asks for JSON, unless a header asks for something else, and sends a body with POST only', async () => {
    site.answer = json([]);
    await read({ method: 'GET', body: '{}' });
    await read({ method: 'POST', body: ' ' });
    await read({
      method: 'POST',
      body: '{}',
      headers: [{ name: 'Content-Type', value: 'application/a+json' }],
    });
    await read({ headers: [{ name: 'Accept', value: 'text/a' }] });
    expect(site.asked.map(({ headers, body }) => [headers.accept, headers['content-type'], body])).toEqual([
      ['application/json', undefined, ''],
      ['application/json', undefined, ''],
      ['application/json', 'application/a+json', '{}'],
      ['text/a', undefined, ''],
    ]);
    expect(await failing({ method: 'POST', body: '{' })).toBe('sources.invalid_settings');
  });

  it('allows the three headers that a secret leaves room for, with signs that a header can carry', async () => {
    site.answer = json([]);
    const secret = { site: site.origin, headerName: 'X-Api-Key', headerValue: 's' };
    const two = [1, 2].map((at) => ({ name: `X-${at}`, value: '\t ~\u00ff' }));
    expect(await failing({ headers: two }, secret)).toBe('no failure');
    expect(await failing({ headers: [...two, { name: 'X-3', value: '' }] }, secret)).toBe(
      'sources.invalid_settings',
    );
    for (const value of ['\u007f', '\u0100', '\n'])
      expect(await failing({ headers: [{ name: 'X-A', value }] }), JSON.stringify(value)).toBe(
        'sources.invalid_settings',
      );
    for (const url of ['https://user@example.com/', 'https://:pass@example.com/', 'example.com'])
      expect(await failing({ url }), url).toBe('sources.invalid_settings');
    expect(await failing({}, { ...secret, headerName: 'Host' })).toBe('sources.invalid_settings');
  });

  it('says in a test when there is nothing, or nothing fit to be a document', async () => {
    const host = new URL(site.origin).host;
    site.answer = json([]);
    expect(await connector.test(site.io, inputOf({}))).toBe(`${host} answers with an empty list.`);
    site.answer = json([{ id: 1 }]);
    expect(await connector.test(site.io, inputOf({ idField: 'id' }))).toBe(
      `${host} answers with one record. The first one becomes “Record 1”.`,
    );
    expect(await code(connector.test(site.io, inputOf({ idField: 'key' })))).toBe('sources.invalid_settings');
    const connection = { site: site.origin, headerName: 'X-Key', headerValue: 'k' };
    site.answer = (_asked, response) => response.writeHead(404).end();
    expect(await connector.test(site.io, { connection, settings: {} })).toBe(`${host} answers.`);
  });

  it('refuses what is not JSON or has no list where it was said to be', async () => {
    site.answer = (_asked, response) => response.end('<html>Sign in</html>');
    expect(await failing()).toBe('sources.unexpected_answer');
    site.answer = json({ data: [] });
    expect(await failing({ listPath: 'items' })).toBe('sources.unexpected_answer');
  });

  it('reads other character sets, and says when it does not know one', async () => {
    const send = (charset: string) => (_asked: Asked, response: ServerResponse) =>
      response
        .writeHead(200, { 'content-type': `application/json; charset=${charset}` })
        .end(Buffer.from('[{"id":1,"t":"Caf\u00e9"}]', 'latin1'));
    site.answer = send('iso-8859-1');
    const { events } = await read({ idField: 'id', template: '{{t}}' });
    expect(documentsIn(events)).toEqual(['1 | Record 1 | Café\n']);
    site.answer = send('klingon');
    expect(await failing()).toBe('sources.unexpected_answer');
  });

  it('tells in a test how many records there are and what the first becomes', async () => {
    site.answer = json([{ id: 1, title: 'Leave' }, { id: 2 }]);
    const input = inputOf({ idField: 'id', titleField: 'title' });
    expect(await connector.test(site.io, input)).toMatch(
      /answers with 2 records. The first one becomes “Leave”/,
    );
    const connection = { site: site.origin, headerName: 'X-Key', headerValue: 'k' };
    expect(await connector.test(site.io, { connection, settings: {} })).toMatch(/answers\.$/);
    site.answer = (_asked, response) => response.writeHead(401).end();
    expect(await code(connector.test(site.io, { connection, settings: {} }))).toBe('sources.refused');
  });
});

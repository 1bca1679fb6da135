import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const { endpoints } = tools;

interface Seen {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let server: TestServer;
let client: Client;
let document = '';
const seen: Seen[] = [];
const api = createServer((request, response) => {
  void text(request).then((body) => {
    const { url = '', headers } = request;
    if (url === '/docs/openapi.json') return response.end(document);
    seen.push({ url, headers, body });
    return response.setHeader('content-type', 'application/json').end('{}');
  });
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(origin).host } });
  ({ client } = await server.signUp());
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => api.close(resolve));
});

const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };
const color = (where: string, style: string, explode: boolean, more: object = {}) => ({
  parameters: [{ name: 'color', in: where, required: true, style, explode, schema: {}, ...more }],
});

/** What is sent: the address, a header, the cookie, or the body with its type. */
type Part = 'url' | 'color' | 'cookie' | 'body';
type Case = [what: string, operation: object, input: Record<string, JsonValue>, part: Part, sent: string];

const inPath = (style: string, explode: boolean, value: JsonValue, sent: string): Case => [
  `${style} ${explode} ${JSON.stringify(value)} in a path`,
  color('path', style, explode),
  { color: value },
  'url',
  sent,
];
const inQuery = (style: string, explode: boolean, value: JsonValue, sent: string, more = {}): Case => [
  `${style} ${explode} ${JSON.stringify(value)} in a query`,
  color('query', style, explode, more),
  { color: value },
  'url',
  sent,
];
const body = (
  type: string,
  schema: object,
  input: Record<string, JsonValue>,
  sent: string,
  more = {},
): Case => [
  `a body of ${type}`,
  { requestBody: { required: true, content: { [type]: { schema, ...more } } } },
  input,
  'body',
  sent,
];
const fields = (properties: object) => ({ type: 'object', properties });
const nothing = { type: ['string', 'null'] };

/** The examples of section 4.8.12.6 of OpenAPI 3.1.1, and what else the specification says of requests. */
const cases: Case[] = [
  inPath('matrix', false, '', ';color'),
  inPath('matrix', false, 'blue', ';color=blue'),
  inPath('matrix', false, list, ';color=blue,black,brown'),
  inPath('matrix', false, object, ';color=R,100,G,200,B,150'),
  inPath('matrix', true, list, ';color=blue;color=black;color=brown'),
  inPath('matrix', true, object, ';R=100;G=200;B=150'),
  inPath('label', false, 'blue', '.blue'),
  inPath('label', false, list, '.blue,black,brown'),
  inPath('label', false, object, '.R,100,G,200,B,150'),
  inPath('label', true, list, '.blue.black.brown'),
  inPath('label', true, object, '.R=100.G=200.B=150'),
  inPath('simple', false, list, 'blue,black,brown'),
  inPath('simple', false, object, 'R,100,G,200,B,150'),
  inPath('simple', true, object, 'R=100,G=200,B=150'),
  inPath('simple', false, ['a/b', '..', 'c?d'], 'a%2Fb,..,c%3Fd'),
  inQuery('form', false, '', '?color='),
  inQuery('form', true, 'blue', '?color=blue'),
  inQuery('form', false, list, '?color=blue,black,brown'),
  inQuery('form', false, object, '?color=R,100,G,200,B,150'),
  inQuery('form', true, list, '?color=blue&color=black&color=brown'),
  inQuery('form', true, object, '?R=100&G=200&B=150'),
  inQuery('form', true, [], ''),
  inQuery('form', true, ['a&b', null, 'c d'], '?color=a%26b&color=c%20d'),
  inQuery('spaceDelimited', false, list, '?color=blue%20black%20brown'),
  inQuery('spaceDelimited', false, object, '?color=R%20100%20G%20200%20B%20150'),
  inQuery('pipeDelimited', false, list, '?color=blue%7Cblack%7Cbrown'),
  inQuery('pipeDelimited', false, object, '?color=R%7C100%7CG%7C200%7CB%7C150'),
  inQuery('deepObject', true, object, '?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'),
  inQuery(
    'deepObject',
    true,
    { a: { b: 1 }, c: [1, 2] },
    '?color%5Ba%5D%5Bb%5D=1&color%5Bc%5D=1&color%5Bc%5D=2',
  ),
  inQuery('form', true, 'a/b?c:d@e,f%20g&h i#j', '?color=a/b?c:d@e,f%20g%26h%20i%23j', {
    allowReserved: true,
  }),
  [
    'content in a query',
    color('query', 'form', true, { schema: undefined, content: { 'application/json': { schema: {} } } }),
    { color: { R: [1] } },
    'url',
    '?color=%7B%22R%22%3A%5B1%5D%7D',
  ],
  [
    'a whole query',
    { parameters: [{ name: 'q', in: 'querystring', content: { 'application/x-www-form-urlencoded': {} } }] },
    { q: { a: 'x y', b: [1, 2] } },
    'url',
    '?a=x%20y&b=1&b=2',
  ],
  ['a list in a header', color('header', 'simple', false), { color: list }, 'color', 'blue,black,brown'],
  [
    'an object in a header',
    color('header', 'simple', false),
    { color: object },
    'color',
    'R,100,G,200,B,150',
  ],
  [
    'an object in a header, exploded',
    color('header', 'simple', true),
    { color: object },
    'color',
    'R=100,G=200,B=150',
  ],
  ['a text in a cookie', color('cookie', 'form', true), { color: 'a b' }, 'cookie', 'color=a%20b'],
  ['a list in a cookie', color('cookie', 'form', false), { color: list }, 'cookie', 'color=blue,black,brown'],
  [
    'a list in cookies',
    color('cookie', 'cookie', true),
    { color: list },
    'cookie',
    'color=blue; color=black; color=brown',
  ],
  [
    'an object in cookies',
    color('cookie', 'cookie', true),
    { color: object },
    'cookie',
    'R=100; G=200; B=150',
  ],
  body('application/json', fields({ n: nothing, m: nothing }), { n: null }, 'application/json {"n":null}'),
  body(
    'application/merge-patch+json',
    fields({ n: nothing }),
    { n: null },
    'application/merge-patch+json {"n":null}',
  ),
  body('text/csv', { type: 'string' }, { body: '{"a":1}' }, 'text/csv {"a":1}'),
  body('application/xml', fields({}), { body: '<a/>' }, 'application/xml <a/>'),
  body(
    'application/x-www-form-urlencoded',
    fields({ id: {}, tags: {}, codes: {}, deep: {} }),
    { id: 'a b', tags: ['x', 'y'], codes: [1, 2], deep: { a: 1 } },
    'application/x-www-form-urlencoded id=a%20b&tags=x&tags=y&codes=1,2&deep%5Ba%5D=1',
    { encoding: { codes: { explode: false }, deep: { style: 'deepObject' } } },
  ),
];

/** A document with an operation for each case, each at a path of its own. */
const describeApi = (): string => {
  const paths = cases.map(([, operation, , part], at) => {
    const isPath = part === 'url' && JSON.stringify(operation).includes('"in":"path"');
    const method = part === 'body' ? 'post' : 'get';
    return [`/c${at}/${isPath ? '{color}' : ''}`, { [method]: { operationId: `case ${at}`, ...operation } }];
  });
  return JSON.stringify({
    openapi: '3.1.1',
    servers: [{ url: '../v1' }],
    paths: {
      ...Object.fromEntries(paths),
      '/parts': {
        post: {
          servers: [{ url: '/upload' }],
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: fields({ title: {}, address: {}, tags: {}, note: {}, photo: { format: 'binary' } }),
                encoding: { note: { contentType: 'text/markdown' } },
              },
            },
          },
        },
      },
    },
  });
};

const attempt = async (toolId: string, input: Record<string, JsonValue>): Promise<Seen> => {
  const settings = await client.call(endpoints.get, { query: { toolId } });
  const trial = await client.call(endpoints.test, { body: { settings, input } });
  expect(trial).toMatchObject({ isFailed: false });
  const last = seen.at(-1);
  if (!last) throw new Error('Nothing was sent.');
  return last;
};

const sentIn = ({ url, headers, body: sent }: Seen, part: Part): unknown => {
  if (part === 'url') return url.replace(/^\/v1\/c\d+\//, '');
  if (part === 'body') return `${headers['content-type']} ${sent}`;
  return headers[part];
};

describe('the tools of an OpenAPI document', () => {
  it('send what the specification says', async () => {
    document = describeApi();
    const source = { url: `${origin}/docs/openapi.json` };
    const { servers, operations } = await client.call(endpoints.readOpenApi, { body: source });
    expect(servers).toEqual([`${origin}/v1`]);
    expect(operations.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(operations.at(-1)).toMatchObject({
      server: `${origin}/upload`,
      omitted: ['“photo” is a file, which tools cannot send. It is left out.'],
    });
    const body = { ...source, server: `${origin}/v1`, keys: operations.map(({ key }) => key) };
    const { tools: made } = await client.call(endpoints.addOpenApi, { body });
    const sent = [];
    for (const [at, [what, , input, part]] of cases.entries())
      sent.push([what, sentIn(await attempt(made[at]?.toolId ?? '', input), part)]);
    expect(sent).toEqual(cases.map(([what, , , , wire]) => [what, wire]));

    const input = { title: 'A "b"', address: { city: 'Bern' }, tags: ['x', 'y'], note: '*n*' };
    const { url, headers, body: parts } = await attempt(made.at(-1)?.toolId ?? '', input);
    const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '';
    expect([url, parts.replaceAll(boundary, 'B').replaceAll('\r\n', '\n')]).toEqual([
      '/upload/parts',
      [
        '--B\nContent-Disposition: form-data; name="title"\n\nA "b"\n',
        '--B\nContent-Disposition: form-data; name="address"\nContent-Type: application/json\n\n{"city":"Bern"}\n',
        '--B\nContent-Disposition: form-data; name="tags"\n\nx\n',
        '--B\nContent-Disposition: form-data; name="tags"\n\ny\n',
        '--B\nContent-Disposition: form-data; name="note"\nContent-Type: text/markdown\n\n*n*\n',
        '--B--\n',
      ].join(''),
    ]);
  });

  it('are as many as the document has operations, or it is said how many are not listed', async () => {
    const paths = Object.fromEntries(Array.from({ length: 552 }, (_each, at) => [`/p${at}`, { get: {} }]));
    const source = { document: JSON.stringify({ openapi: '3.2.0', paths }) };
    const read = await client.call(endpoints.readOpenApi, { body: source });
    expect([read.operations.length, read.leftOut]).toEqual([552, 0]);
  });
});

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOfStream } from 'node:stream/consumers';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryFiles } from '../../../tests/memory-files.ts';
import { failureOf, runAction } from '../../../tests/run-action.ts';
import type { PieceIo } from '../../piece.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const seen: Seen[] = [];
const replies: Readonly<Record<string, (response: ServerResponse, last: Seen) => void>> = {
  '/echo': (response, last) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(last));
  },
  '/text': (response) =>
    response.setHeader('content-type', 'text/plain; charset=iso-8859-1').end(Buffer.from([0xe4])),
  '/bytes': (response) => response.setHeader('content-type', 'image/png').end(Buffer.from([0xff, 0])),
  '/broken': (response) => response.setHeader('content-type', 'application/json').end('{"a":'),
  '/busy': (response) => response.writeHead(503).end('try later'),
  '/missing': (response) => response.writeHead(404).end('{"error":"no such order"}'),
  '/moved': (response) => response.writeHead(302, { location: '/echo' }).end(),
  '/empty': (response) => response.writeHead(204).end(),
};
const server = createServer((request, response) => {
  void textOfStream(request).then((body) => {
    const last = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    seen.push(last);
    replies[(request.url ?? '').split('?')[0] ?? '']?.(response, last);
  });
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The options that the piece passed to the outbound client. */
let passed: Parameters<PieceIo['fetch']>[1] = {};
const io: PieceIo = {
  fetch: (input, init) => {
    passed = init;
    return fetch(input, init);
  },
  connect: () => Promise.reject(new Error('This piece opens no sockets.')),
};
const failing = (code: string): PieceIo => ({
  ...io,
  fetch: () => Promise.reject(Object.assign(new Error(code), { code })),
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: JsonValue;
}
const send = async (path: string, more: Record<string, JsonValue> = {}, call = {}) =>
  (await runAction(
    'http.send_request',
    { url: origin + path, ...more },
    { io, ...call },
  )) as unknown as Answer;
const echo = async (more: Record<string, JsonValue>, call = {}) =>
  (await send('/echo', { method: 'POST', ...more }, call)).body as unknown as Seen;

describe('the HTTP piece', () => {
  it('sends method, query and headers, and the same Idempotency-Key at each attempt', async () => {
    const more = { method: 'PUT', queryParams: { q: 'a b', tag: ['x', 'y'] }, headers: { 'X-Id': 7 } };
    const first = await echo(more);
    expect(first).toMatchObject({ method: 'PUT', url: '/echo?q=a+b&tag=x&tag=y', headers: { 'x-id': '7' } });
    expect(first.headers['idempotency-key']).toBe('key-1');
    expect((await echo(more)).headers['idempotency-key']).toBe('key-1');
    expect((await echo(more, { key: 'key-2' })).headers['idempotency-key']).toBe('key-2');
  });

  it('sends each kind of body with its content type', async () => {
    const body = async (value: JsonValue, bodyType = 'AUTO') => {
      const { headers, body: text } = await echo({ body: value, bodyType });
      return [headers['content-type'], text];
    };
    expect(await body({ a: 1 })).toEqual(['application/json', '{"a":1}']);
    expect(await body('hello')).toEqual(['text/plain; charset=utf-8', 'hello']);
    expect(await body('{"a":1}')).toEqual(['application/json', '{"a":1}']);
    expect(await body('hello', 'JSON')).toEqual(['application/json', '"hello"']);
    expect(await body({ a: 'x y', b: [1, 2] }, 'FORM')).toEqual([
      'application/x-www-form-urlencoded',
      'a=x+y&b=1&b=2',
    ]);
    expect(await body('aGk=', 'BASE64')).toEqual(['application/octet-stream', 'hi']);
    const [type, parts] = await body({ a: 'x' }, 'MULTIPART');
    expect(type).toContain('multipart/form-data; boundary=');
    expect(parts).toContain('name="a"\r\n\r\nx');
    expect((await echo({ body: null })).headers['content-type']).toBeUndefined();
    expect(
      (await echo({ body: 'x', headers: { 'Content-Type': 'text/markdown' } })).headers['content-type'],
    ).toBe('text/markdown');
    expect(await failureOf(() => echo({ body: 'x', bodyType: 'FORM' }))).toContain('A form needs an object');
  });

  it('reads JSON, texts in their character set, and bytes', async () => {
    expect((await send('/text')).body).toBe('ä');
    expect((await send('/bytes')).body).toBe('/wA=');
    expect((await send('/broken')).body).toBe('{"a":');
    expect(await send('/empty')).toMatchObject({ status: 204, body: null });
  });

  it('fails on an error status, says what came, and knows when to try again', async () => {
    expect(await failureOf(() => send('/missing'))).toBe(
      `pieces.not_found: ${new URL(origin).host} answered with status 404: {"error":"no such order"} Please check the request, or switch off “Fail on an error status” to use the answer.`,
    );
    await expect(send('/busy')).rejects.toMatchObject({ code: 'pieces.refused', retryable: true });
    await expect(send('/missing')).rejects.toMatchObject({ retryable: false });
    expect(await send('/missing', { failOnError: false })).toMatchObject({ status: 404 });
  });

  it('follows redirects or shows them', async () => {
    expect(await send('/moved')).toMatchObject({ status: 200, body: { url: '/echo' } });
    expect(await send('/moved', { followRedirects: false })).toMatchObject({
      status: 302,
      headers: { location: '/echo' },
    });
  });

  it('passes its limits on to the outbound client, and says what to do when one is reached', async () => {
    await send('/echo', { timeoutSeconds: 5, maxMegabytes: 0.5 });
    expect(passed).toMatchObject({ timeoutMs: 5000, maxBytes: 524_288 });
    const failed = (code: string) => failureOf(() => send('/echo', {}, { io: failing(code) }));
    expect(await failed('outbound.blocked')).toContain('pieces.blocked');
    expect(await failed('outbound.too_large')).toContain('Please raise the limit of the step');
    expect(await failed('outbound.timeout')).toContain('pieces.timeout');
    expect(await failed('outbound.unreachable')).toContain('pieces.unreachable');
    expect(await failureOf(() => send('/echo', { timeoutSeconds: 301 }))).toContain('at most 300');
  });

  it('sends the secret of a connection to its own site only', async () => {
    const connection = { site: `${origin}/v1`, way: 'BEARER', secret: 's3cret' };
    expect((await echo({}, { connection })).headers.authorization).toBe('Bearer s3cret');
    const overridden = await echo({ headers: { Authorization: 'mine' } }, { connection });
    expect(overridden.headers.authorization).toBe('Bearer s3cret');
    const basic = { ...connection, way: 'BASIC', login: { username: 'ann', password: 'pw' } };
    expect((await echo({}, { connection: basic })).headers.authorization).toBe('Basic YW5uOnB3');
    const pair = { idHeader: 'X-Client-Id', id: 'ada', secretHeader: 'X-Client-Secret', secret: 's3cret' };
    expect((await echo({}, { connection: { ...connection, way: 'PAIR', pair } })).headers).toMatchObject({
      'x-client-id': 'ada',
      'x-client-secret': 's3cret',
    });
    const query = { ...connection, way: 'QUERY', name: 'key' };
    expect((await echo({}, { connection: query })).url).toBe('/echo?key=s3cret');
    const own = 'a=b%20c,d&p=x|y&key=mine';
    const added = { url: `${origin}/echo?${own}`, queryParams: { q: '1' } };
    expect((await echo(added, { connection: query })).url).toBe('/echo?a=b%20c,d&p=x|y&q=1&key=s3cret');
    const before = seen.length;
    const elsewhere = { ...connection, site: 'https://api.example.com' };
    expect(await failureOf(() => echo({}, { connection: elsewhere }))).toContain('is sent nowhere else');
    expect(seen.length).toBe(before);
  });

  it('refuses addresses and headers that are none', async () => {
    expect(
      await failureOf(() => runAction('http.send_request', { url: 'file:///etc/passwd' }, { io })),
    ).toContain('is not an address');
    expect(
      await failureOf(() => runAction('http.send_request', { url: 'https://a:b@c.example' }, { io })),
    ).toContain('must not contain a user name');
    expect(await failureOf(() => echo({ headers: { 'a b': '1' } }))).toContain('is no name of a header');
    expect(await failureOf(() => echo({ headers: { a: '1\r\nb: 2' } }))).toContain('contains characters');
    expect(await failureOf(() => echo({ headers: { Host: 'other' } }))).toContain('cannot be set');
  });

  it('stops with the run', async () => {
    const stopped = AbortSignal.abort(new Error('cancelled'));
    await expect(send('/echo', {}, { signal: stopped })).rejects.toThrow('cancelled');
  });

  it('sends files as their bytes and as parts of a form, and keeps what it downloads', async () => {
    const { platform, put, bytesOf } = memoryFiles();
    const file = await put('people.csv', 'name\nAnn');
    const post = { method: 'POST', url: `${origin}/echo` };
    await runAction('http.send_request', { ...post, body: file }, { io, platform });
    expect(seen.at(-1)).toMatchObject({ body: 'name\nAnn', headers: { 'content-type': 'text/csv' } });
    const body = { title: 'People', files: [file] };
    await runAction('http.send_request', { ...post, bodyType: 'MULTIPART', body }, { io, platform });
    expect(seen.at(-1)?.body).toMatch(
      /name="files"; filename="people.csv"\r\nContent-Type: text\/csv\r\n\r\nname\nAnn/,
    );
    const kept = await runAction('http.download_file', { url: `${origin}/bytes` }, { io, platform });
    expect(kept).toMatchObject({ name: 'bytes.png', type: 'image/png', size: 2 });
    expect(bytesOf((kept as { id: string }).id).toString('hex')).toBe('ff00');
    const named = await runAction(
      'http.download_file',
      { url: `${origin}/bytes`, name: 'dot.png' },
      { io, platform },
    );
    expect(named).toMatchObject({ name: 'dot.png' });
    expect(
      await failureOf(() => runAction('http.download_file', { url: `${origin}/missing` }, { io, platform })),
    ).toContain('pieces.not_found');
  });
});

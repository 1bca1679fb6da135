import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOfStream } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, runAction } from '../../../tests/run-action.ts';
import type { PieceIo } from '../../piece.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
let seen: Seen | undefined;
let reply: { status: number; body: unknown } = { status: 200, body: {} };
const server = createServer((request, response) => {
  void textOfStream(request).then((body) => {
    seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    response.writeHead(reply.status).end(JSON.stringify(reply.body));
  });
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const io: PieceIo = {
  fetch: (input, init) => fetch(input, init),
  connect: () => Promise.reject(new Error('This piece opens no sockets.')),
};
const search = (connection: Record<string, string>, count = 2) =>
  runAction(
    'web-search.search_web',
    { query: 'tall trees', count },
    {
      io,
      connection: { site: origin, apiKey: 'k3y', ...connection },
    },
  );
const page = { title: 'Trees', url: 'https://trees.example.com/' };
const found = { query: 'tall trees', results: [{ ...page, text: 'They are tall.' }] };

describe('a search of the web', () => {
  it('asks Brave with its header, and reads its results', async () => {
    const item = { ...page, description: 'They are <strong>tall</strong>.' };
    reply = { status: 200, body: { web: { results: [item] } } };
    expect(await search({ provider: 'BRAVE' })).toEqual(found);
    expect(seen).toMatchObject({
      method: 'GET',
      url: '/res/v1/web/search?q=tall+trees&count=2',
      headers: { 'x-subscription-token': 'k3y' },
    });
  });

  it('asks Tavily with a bearer token, and reads its results', async () => {
    reply = { status: 200, body: { results: [{ ...page, content: 'They are tall.', score: 0.9 }] } };
    expect(await search({ provider: 'TAVILY' })).toEqual(found);
    expect(seen).toMatchObject({ method: 'POST', url: '/search', headers: { authorization: 'Bearer k3y' } });
    expect(JSON.parse(seen?.body ?? '')).toEqual({ query: 'tall trees', max_results: 2 });
  });

  it('asks SearXNG for JSON, without a key when there is none, and takes no more results than wanted', async () => {
    const items = [1, 2, 3].map((n) => ({ ...page, url: `${page.url}${n}`, content: 'They are tall.' }));
    reply = { status: 200, body: { results: [{ url: 'javascript:alert(1)' }, ...items] } };
    const { results } = (await search({ provider: 'SEARXNG', apiKey: '' })) as { results: unknown[] };
    expect(results).toEqual(items.slice(0, 2).map(({ content, ...item }) => ({ ...item, text: content })));
    expect(seen?.url).toBe('/search?q=tall+trees&format=json');
    expect(seen?.headers.authorization).toBeUndefined();
  });

  it('says what to change when it is refused, or gets no results', async () => {
    reply = { status: 403, body: {} };
    expect(await failureOf(() => search({ provider: 'SEARXNG' }))).toContain('Please check the key');
    reply = { status: 200, body: { nothing: true } };
    expect(await failureOf(() => search({ provider: 'TAVILY' }))).toContain('did not answer with results');
    expect(await failureOf(() => search({ provider: 'SEARXNG', site: '' }))).toContain('enter the address');
  });
});

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTunnelProxy } from '../../../tests/fakes/tunnel-proxy.ts';
import { createOutbound, type Outbound, OutboundError, type OutboundOptions } from './outbound.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

const seen: Seen[] = [];
let server: Server;
let port = 0;
const clients: Outbound[] = [];

const client = (options: OutboundOptions = { allow: ['127.0.0.1'] }): Outbound => {
  const outbound = createOutbound(options);
  clients.push(outbound);
  return outbound;
};

const redirectTo = (response: ServerResponse, status: number, location: string) => {
  response.writeHead(status, { location }).end('moved');
};

const routes: Record<string, (response: ServerResponse, query: URLSearchParams) => void> = {
  '/redirect': (response, query) =>
    redirectTo(response, Number(query.get('status') ?? 302), query.get('to') ?? '/'),
  '/loop': (response) => redirectTo(response, 302, '/loop'),
  '/large': (response) => response.end('x'.repeat(5000)),
  '/bomb': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000))),
  '/packed': (response, query) => {
    const text = 'packed '.repeat(1000);
    const by: Record<string, () => Buffer> = {
      gzip: () => gzipSync(text),
      deflate: () => deflateSync(text),
      br: () => brotliCompressSync(text),
      'deflate, gzip': () => gzipSync(deflateSync(text)),
      cut: () => gzipSync(text).subarray(0, -8),
      unknown: () => Buffer.from('as it is'),
    };
    const way = query.get('by') ?? '';
    response.writeHead(200, { 'content-encoding': way === 'cut' ? 'gzip' : way }).end(by[way]?.());
  },
  '/packed-stall': (response) =>
    void response
      .writeHead(200, { 'content-encoding': 'gzip' })
      .write(gzipSync('x'.repeat(9000)).subarray(0, 20)),
  '/silent': () => undefined,
  '/odd': (response) => response.writeHead(999).end('odd'),
  '/drip': (response) => {
    response.write('first ');
    setTimeout(() => response.end('second'), 50).unref();
  },
  '/stall': (response) => void response.write('first '),
  '/break': (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('first');
    setTimeout(() => response.destroy(), 20);
  },
};

const answer = async (request: IncomingMessage, response: ServerResponse) => {
  const url = new URL(request.url ?? '/', 'http://server');
  const body = await text(request);
  seen.push({ method: request.method ?? '', url: url.pathname, headers: request.headers, body });
  const route = routes[url.pathname];
  if (route) route(response, url.searchParams);
  else response.end(`hello from ${url.pathname}`);
};

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  await Promise.all(clients.map((outbound) => outbound.close()));
  server.closeAllConnections();
  server.close();
});

const at = (path: string) => `http://127.0.0.1:${port}${path}`;

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    return error instanceof OutboundError ? error.code : String(error);
  }
  return 'nothing thrown';
};

describe('a port that is not for the web', () => {
  const failure = (address: string) =>
    client({ allow: [] })
      .fetch(address)
      .then(
        () => undefined,
        (error: unknown) => error,
      );

  it('is refused as not allowed, whether or not the host exists', async () => {
    for (const host of ['example.com', 'no-such-host.invalid'])
      expect(await failure(`http://${host}:22/`)).toMatchObject({
        code: 'outbound.blocked',
        message: `The port of ${host} is not one that web pages are read from.`,
      });
  });
});

describe('a proxy of the operator', () => {
  it('carries every request, and private addresses are refused as without it', async () => {
    const proxy = await startTunnelProxy();
    const open = client().through(proxy.address);
    expect(await (await open.fetch(at('/through'))).text()).toBe('hello from /through');
    expect(proxy.tunnels).toEqual([`127.0.0.1:${port}`]);
    const closed = client({ allow: [] }).through(proxy.address);
    expect(await codeOf(closed.fetch(at('/through')))).toBe('outbound.blocked');
    expect(proxy.tunnels).toHaveLength(1);
    proxy.close();
    expect(await codeOf(client().through(proxy.address).fetch(at('/through')))).toBe('outbound.unreachable');
  });
});

describe('addresses that are not public', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1.:80/',
    'http://①②⑦.⓪.⓪.①/',
    'http://0/',
    'http://0.0.0.0/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'https://10.0.0.1/',
    'https://192.168.0.1:8443/',
    'http://8.8.8.8@127.0.0.1/',
    'http://user:password@8.8.8.8/',
    'http://127.0.0.1#@8.8.8.8/',
    'http://127.0.0.1\\@8.8.8.8/',
    'file:///etc/passwd',
    'ftp://8.8.8.8/',
    'gopher://8.8.8.8/',
    'data:text/plain,hello',
    'javascript:alert(1)',
    '//8.8.8.8/',
    'not an address',
    '',
  ])('are refused: %s', async (url) => {
    expect(await codeOf(client({}).fetch(url))).toBe('outbound.blocked');
  });

  it('are refused behind a host name, also when only one of several addresses is private', async () => {
    const resolve = async (host: string) =>
      host === 'mixed.example'
        ? [
            { address: '8.8.8.8', family: 4 },
            { address: '127.0.0.1', family: 4 },
          ]
        : [{ address: '::ffff:10.0.0.1', family: 6 }];
    const outbound = client({ resolve });
    expect(await codeOf(outbound.fetch('http://mixed.example/'))).toBe('outbound.blocked');
    expect(await codeOf(outbound.fetch('http://private.example/'))).toBe('outbound.blocked');
  });

  it('are refused when a redirect leads there', async () => {
    const outbound = client({ allow: [`127.0.0.1:${port}`] });
    const before = seen.length;
    for (const target of [
      'http://127.0.0.1:1/',
      'http://[::1]/',
      'http://localhost/',
      'http://0x7f.1:1/',
      'file:///etc/passwd',
    ]) {
      const url = at(`/redirect?to=${encodeURIComponent(target)}`);
      expect([target, await codeOf(outbound.fetch(url))]).toEqual([target, 'outbound.blocked']);
    }
    expect(seen.slice(before).every(({ url }) => url === '/redirect')).toBe(true);
  });

  it('are refused when the name changes its address between two connections', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return [{ address: answers[asked.length - 1] ?? '127.0.0.2', family: 4 }];
    };
    const outbound = client({ allow: ['127.0.0.1'], resolve });
    const url = `http://rebinding.example:${port}/page`;
    const first = await outbound.fetch(url, { headers: { connection: 'close' } });
    expect(await first.text()).toBe('hello from /page');
    // A single lookup means that the checked address is the one that was connected to.
    expect(asked).toHaveLength(1);
    const second = client({ allow: ['127.0.0.1'], resolve });
    expect(await codeOf(second.fetch(url))).toBe('outbound.blocked');
  });
});

describe('an address that the operator permits', () => {
  it('can be listed by address, range, name and port', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    for (const allow of ['127.0.0.1', '127.0.0.0/8', `127.0.0.1:${port}`]) {
      const { status } = await client({ allow: [allow] }).fetch(at('/'));
      expect([allow, status]).toEqual([allow, 200]);
    }
    for (const allow of ['wiki.internal', `WIKI.internal:${port}`]) {
      const { status } = await client({ allow: [allow], resolve }).fetch(`http://wiki.internal:${port}/`);
      expect([allow, status]).toEqual([allow, 200]);
    }
    expect(await codeOf(client({ allow: ['127.0.0.1:1'] }).fetch(at('/')))).toBe('outbound.blocked');
  });

  it('is permitted only for the use it was configured for', async () => {
    const outbound = client({});
    const forModels = outbound.permitting(at('/v1'));
    expect((await forModels.fetch(at('/v1/models'))).status).toBe(200);
    expect(outbound.permitting(at('/v1'))).toBe(forModels);
    expect(await codeOf(outbound.fetch(at('/v1/models')))).toBe('outbound.blocked');
  });
});

describe('redirects', () => {
  it('are followed and tell where they ended', async () => {
    const response = await client().fetch(at('/redirect?to=/end'));
    expect(await response.text()).toBe('hello from /end');
    expect(response.url).toBe(at('/end'));
    expect(response.redirected).toBe(true);
  });

  it('are followed five times at most', async () => {
    const before = seen.length;
    expect(await codeOf(client().fetch(at('/loop')))).toBe('outbound.unreachable');
    expect(seen.length - before).toBe(6);
  });

  it('are returned to a caller who asks for them', async () => {
    const response = await client().fetch(at('/redirect?to=/end'), { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/end']);
    expect(await codeOf(client().fetch(at('/redirect?to=/end'), { redirect: 'error' }))).toBe(
      'outbound.unreachable',
    );
  });

  it('turn a POST into a GET where the standard says so, and repeat it where it does not', async () => {
    const post = { method: 'POST', body: 'data', headers: { 'content-type': 'text/x' } };
    await client().fetch(at('/redirect?status=303&to=/get'), post);
    expect(seen.at(-1)).toMatchObject({ method: 'GET', url: '/get', body: '' });
    expect(seen.at(-1)?.headers['content-type']).toBeUndefined();
    await client().fetch(at('/redirect?status=307&to=/post'), post);
    expect(seen.at(-1)).toMatchObject({ method: 'POST', url: '/post', body: 'data' });
  });

  it('carry credentials within an origin and never to another', async () => {
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', accept: 'text/html' };
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const outbound = client({ allow: ['127.0.0.1'], resolve });
    await outbound.fetch(at('/redirect?to=/same'), { headers });
    expect(seen.at(-1)?.headers).toMatchObject(headers);
    await outbound.fetch(at(`/redirect?to=${encodeURIComponent(`http://other.example:${port}/other`)}`), {
      headers,
    });
    expect(seen.at(-1)).toMatchObject({ url: '/other', headers: { accept: 'text/html' } });
    for (const name of ['authorization', 'cookie', 'x-api-key'])
      expect(seen.at(-1)?.headers[name]).toBeUndefined();
  });
});

describe('an answer that is packed', () => {
  const packed = 'packed '.repeat(1000);

  it.each([
    ['gzip', packed],
    ['deflate', packed],
    ['br', packed],
    ['deflate, gzip', packed],
    ['cut', packed],
    ['unknown', 'as it is'],
  ])('is unpacked where the packing is known: %s', async (way, expected) => {
    const response = await client().fetch(at(`/packed?by=${encodeURIComponent(way)}`));
    expect(await response.text()).toBe(expected);
    expect(seen.at(-1)?.headers).toMatchObject({ accept: '*/*', 'accept-encoding': 'gzip, deflate, br' });
  });

  it('has no body where only its head was asked for', async () => {
    const response = await client().fetch(at('/packed?by=gzip'), { method: 'HEAD' });
    expect([response.status, response.body]).toEqual([200, null]);
    expect(seen.at(-1)).toMatchObject({ method: 'HEAD' });
  });

  it('ends with the reason of the caller, or with ours', async () => {
    const reason = new Error('the person pressed stop');
    const controller = new AbortController();
    const response = await client().fetch(at('/packed-stall'), { signal: controller.signal });
    const read = response.text();
    controller.abort(reason);
    await expect(read).rejects.toBe(reason);
    const late = await client().fetch(at('/packed-stall'), { timeoutMs: 200 });
    expect(await codeOf(late.text())).toBe('outbound.timeout');
  });
});

describe('limits of a request', () => {
  it('stop a body that is too large, also after unpacking', async () => {
    const read = (path: string) =>
      client()
        .fetch(at(path), { maxBytes: 4000 })
        .then((response) => response.text());
    expect(await codeOf(read('/large'))).toBe('outbound.too_large');
    expect(await codeOf(read('/bomb'))).toBe('outbound.too_large');
    const enough = await client().fetch(at('/large'), { maxBytes: 5000 });
    expect(await enough.text()).toHaveLength(5000);
  });

  it('allow as long for the headers of an answer as the call says', async () => {
    expect(await codeOf(client().fetch(at('/silent'), { headMs: 100 }))).toBe('outbound.timeout');
    const impatient = client({ allow: ['127.0.0.1'], idleMs: 100 });
    expect(await codeOf(impatient.fetch(at('/silent')))).toBe('outbound.timeout');
    expect(await (await impatient.fetch(at('/hello'), { headMs: 60_000 })).text()).toBe('hello from /hello');
  });

  it('stop a server that does not answer', async () => {
    expect(await codeOf(client().fetch(at('/silent'), { timeoutMs: 100 }))).toBe('outbound.timeout');
  });

  it('stop a server that pauses in the middle of an answer', async () => {
    const response = await client().fetch(at('/stall'), { timeoutMs: 200 });
    expect(await codeOf(response.text())).toBe('outbound.timeout');
  });

  it('pass the abort of the caller on unchanged', async () => {
    const reason = new Error('the person pressed stop');
    const early = client().fetch(at('/silent'), { signal: AbortSignal.abort(reason) });
    await expect(early).rejects.toBe(reason);
    const controller = new AbortController();
    const response = await client().fetch(at('/stall'), { signal: controller.signal });
    controller.abort(reason);
    await expect(response.text()).rejects.toBe(reason);
  });
});

describe('a text that is posted without following redirects, as to models', () => {
  const post = (path: string, init: Parameters<Outbound['fetch']>[1] = {}, options?: OutboundOptions) =>
    client(options).fetch(at(path), { method: 'POST', body: '{}', redirect: 'manual', ...init });

  it('arrives with its headers, and the answer has status, address and headers', async () => {
    const response = await post('/direct', { headers: { 'content-type': 'application/json', via: 'x' } });
    expect(await response.text()).toBe('hello from /direct');
    expect([response.status, response.url]).toEqual([200, at('/direct')]);
    expect(seen.at(-1)).toMatchObject({
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', via: '1.1 atelier', 'content-length': '2' },
    });
    const moved = await post('/redirect?to=/end');
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/end']);
    expect((await post('/odd')).status).toBe(502);
  });

  it('is read as it arrives, and everything that has arrived in one piece', async () => {
    const pieces: string[] = [];
    for await (const piece of (await post('/drip')).body ?? []) pieces.push(Buffer.from(piece).toString());
    expect(pieces).toEqual(['first ', 'second']);
    const body = (await post('/drip')).body?.getReader();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(Buffer.from((await body?.read())?.value ?? []).toString()).toBe('first second');
    expect((await body?.read())?.done).toBe(true);
  });

  it('has the limits of every request', async () => {
    const text = (path: string, init: Parameters<Outbound['fetch']>[1], options?: OutboundOptions) =>
      codeOf(post(path, init, options).then((response) => response.text()));
    expect(await text('/large', { maxBytes: 4000 })).toBe('outbound.too_large');
    expect(await text('/large', { maxBytes: 5000 })).toBe('nothing thrown');
    expect(await text('/silent', { timeoutMs: 100 })).toBe('outbound.timeout');
    expect(await text('/silent', { headMs: 100 })).toBe('outbound.timeout');
    expect(await text('/stall', { timeoutMs: 200 })).toBe('outbound.timeout');
    expect(await text('/break', {})).toBe('outbound.unreachable');
    expect(await text('/bomb', {})).toBe('outbound.unreachable');
    expect(await text('/direct', {}, {})).toBe('outbound.blocked');
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const hidden = client({ resolve }).fetch('http://private.example:8080/', {
      method: 'POST',
      body: '{}',
      redirect: 'manual',
    });
    expect(await codeOf(hidden)).toBe('outbound.blocked');
  });

  it('pass the abort of the caller on unchanged', async () => {
    const reason = new Error('the person pressed stop');
    await expect(post('/silent', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const asked = post('/silent', { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(asked).rejects.toBe(reason);
    const second = new AbortController();
    const response = await post('/stall', { signal: second.signal });
    const read = response.text();
    second.abort(reason);
    await expect(read).rejects.toBe(reason);
  });
});

describe('failures', () => {
  it('distinguish a missing server, an unknown name and a broken connection', async () => {
    const gone = createTcpServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const closedPort = (gone.address() as AddressInfo).port;
    gone.close();
    expect(await codeOf(client().fetch(`http://127.0.0.1:${closedPort}/`))).toBe('outbound.unreachable');
    const resolve = async () =>
      Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    expect(await codeOf(client({ resolve }).fetch('http://unknown.example/'))).toBe('outbound.unreachable');
    const broken = await client().fetch(at('/break'));
    expect(await codeOf(broken.text())).toBe('outbound.unreachable');
  });
});

describe('requests and answers', () => {
  it('stream: the first piece arrives before the last was sent', async () => {
    const response = await client().fetch(at('/drip'));
    const pieces: string[] = [];
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString());
    expect(pieces).toEqual(['first ', 'second']);
  });

  it('carry every kind of body', async () => {
    const form = new FormData();
    form.set('file', new Blob(['content']), 'name.txt');
    await client().fetch(at('/form'), { method: 'POST', body: form });
    expect(seen.at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen.at(-1)?.body).toContain('filename="name.txt"');
    await client().fetch(at('/query'), { method: 'POST', body: new URLSearchParams({ a: '1' }) });
    expect(seen.at(-1)).toMatchObject({ body: 'a=1' });
    expect(seen.at(-1)?.headers['content-type']).toContain('application/x-www-form-urlencoded');
    const request = new Request(at('/request'), { method: 'PUT', body: 'text', headers: { 'x-one': '1' } });
    await client().fetch(request);
    expect(seen.at(-1)).toMatchObject({ method: 'PUT', body: 'text', headers: { 'x-one': '1' } });
  });

  it('accept a status outside the standard', async () => {
    expect((await client().fetch(at('/odd'))).status).toBe(502);
  });
});

describe('an address for another kind of client', () => {
  it('is looked up once and checked', async () => {
    const resolve = async (host: string) => [
      { address: host === 'good.example' ? '8.8.8.8' : '10.0.0.1', family: 4 },
    ];
    const outbound = client({ resolve, allow: ['10.0.0.1:5432'] });
    expect(await outbound.checkAddress('good.example', 5432)).toEqual({ address: '8.8.8.8', family: 4 });
    expect(await outbound.checkAddress('database.example', 5432)).toEqual({ address: '10.0.0.1', family: 4 });
    expect(await codeOf(outbound.checkAddress('database.example', 6379))).toBe('outbound.blocked');
    expect(await codeOf(outbound.checkAddress('[::1]', 5432))).toBe('outbound.blocked');
  });

  it.each(['2130706433', '0x7f.1', '0177.0.0.1', '127.1', 'localhost', '::1', 'fe80::1%eth0', '0'])(
    'is refused in every spelling: %s',
    async (host) => {
      expect(await codeOf(client({}).checkAddress(host, 25))).toBe('outbound.blocked');
    },
  );
});

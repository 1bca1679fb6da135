import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicServer, startTestServer, type TestServer } from '../harness.ts';

interface Reply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Sends exactly these bytes, which no client would, and reads the first reply. */
const exchange = (origin: string, bytes: string): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes));
    let all = '';
    socket.setTimeout(20_000, () => socket.destroy(new Error('The connection stayed open.')));
    socket.on('data', (piece) => {
      all += piece.toString();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      const [head = '', text = ''] = all.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const headers = lines.map((line) => line.split(/:\s*(.*)/).slice(0, 2) as [string, string]);
      resolve({
        status: Number(first.split(' ')[1]),
        headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
        text,
      });
    });
  });

const host = 'Host: 127.0.0.1\r\nConnection: close\r\n';
const post = `POST /api/auth/sign-in HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;

/** Requests about whose end two programs in a chain could disagree. */
const ambiguous: [string, string][] = [
  ['a length and chunks', `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`],
  ['two lengths', `${post}Content-Length: 6\r\nContent-Length: 5\r\n\r\n{}    `],
  ['a coding that nobody knows', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['a blank before the colon', `${post}Content-Length : 6\r\n\r\n{}    `],
  ['lines that end with a line feed alone', 'GET /api/health HTTP/1.1\nHost: 127.0.0.1\n\n'],
];

const others: [string, string][] = [
  ['an answer', `GET /api/auth/session HTTP/1.1\r\n${host}\r\n`],
  ['a path that leads nowhere', `GET /api/nothing HTTP/1.1\r\n${host}\r\n`],
  ['a path that cannot be read', `GET /%zz HTTP/1.1\r\n${host}\r\n`],
  ['an id of a thousand letters', `GET /api/content/manage-app/${'a'.repeat(1000)} HTTP/1.1\r\n${host}\r\n`],
  [
    'a method that nobody offers',
    `OPTIONS /api/auth/sign-in HTTP/1.1\r\n${host}Origin: https://x.example\r\n\r\n`,
  ],
  ['another host', `GET /api/auth/session HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n\r\n`],
  ['no host', `GET /api/auth/session HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ['headers that are too long', `GET / HTTP/1.1\r\n${host}x: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['what is no HTTP', 'GARBAGE\r\n\r\n'],
];

describe('every reply', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      env: { ATELIER_ROLES: 'api', ...publicServer, METRICS_TOKEN: 'figures-1' },
    });
  });
  afterAll(() => server.close());

  it.each([...ambiguous, ...others])(
    'has the security headers, and is cached by nobody: %s',
    async (_name, bytes) => {
      const { headers } = await exchange(server.origin, bytes);
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("default-src 'self'") as string,
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it.each(ambiguous)(
    'refuses a request whose end is ambiguous, and closes the connection: %s',
    async (_name, bytes) => {
      const { status, headers, text } = await exchange(server.origin, bytes);
      expect([status, headers['connection']]).toEqual([400, 'close']);
      expect(JSON.parse(text)).toMatchObject({
        success: false,
        responseCode: 400,
        code: 'request.unreadable',
      });
    },
  );

  it('explains that the headers are too long', async () => {
    const [, bytes = ''] = others.find(([name]) => name === 'headers that are too long') ?? [];
    const { status, text } = await exchange(server.origin, bytes);
    expect(status).toBe(431);
    expect(JSON.parse(text)).toMatchObject({ responseCode: 431, code: 'request.unreadable' });
  });

  it.each(['/api/docs', '/api/docs/start.js', '/api/docs/assets/swagger-ui.css', '/api/metrics'])(
    'names the character set of its text: %s',
    async (path) => {
      const headers = { authorization: 'Bearer figures-1' };
      const reply = await server.visitor().fetch(path, { headers });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toMatch(/; charset=utf-8$/);
    },
  );
});

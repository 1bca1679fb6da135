import { connections } from '@atelier/contracts/content/connections/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';

describe('the description of the API', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { ATELIER_ROLES: 'api', RATE_LIMIT_DEFAULT_PER_MINUTE: '20' } });
  });
  afterAll(() => server.close());

  it('is sent compressed, not again to callers that have it, and with a rate limit', async () => {
    const visitor = server.visitor();
    const whole = await visitor.fetch('/api/openapi.json', { headers: { 'accept-encoding': 'identity' } });
    const text = await whole.text();
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0' });
    const zipped = await visitor.fetch('/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(Number(zipped.headers.get('content-length'))).toBeLessThan(text.length / 5);
    expect(await zipped.text()).toBe(text);
    const etag = whole.headers.get('etag') ?? '';
    const again = await visitor.fetch('/api/openapi.json', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const statuses: number[] = [];
    for (let at = 0; at < 20; at += 1) statuses.push((await visitor.fetch('/api/docs/start.js')).status);
    expect(statuses).toContain(429);
  });
});

describe('the description of the API, which is large,', () => {
  it('has a limit of its own, which leaves the sign-in its own', async () => {
    const server = await startTestServer({
      env: { ATELIER_ROLES: 'api', RATE_LIMIT_AUTH_PER_MINUTE: '3' },
    });
    try {
      const read = async () => {
        const response = await server.visitor().fetch('/api/openapi.json');
        await response.arrayBuffer();
        return response.status;
      };
      const statuses = await Promise.all(Array.from({ length: 8 }, read));
      expect(statuses.filter((status) => status === 200)).toHaveLength(3);
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
      const signIn = await server.visitor().fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'Wrong-Horse-7' }),
      });
      expect(signIn.status).not.toBe(429);
    } finally {
      await server.close();
    }
  });
});

describe('calls of members that reach others', () => {
  it('are limited for each member, so that companies behind one address do not block each other', async () => {
    const server = await startTestServer({
      env: { ATELIER_ROLES: 'api', RATE_LIMIT_AUTH_PER_MINUTE: '3' },
    });
    try {
      const [first, second] = [await server.signUp(), await server.signUp()];
      const test = async ({ client }: typeof first) => {
        const body = { service: 'WEB', kind: 'HTTP_AUTHENTICATION', values: {} } as const;
        return (await client.send(connections.endpoints.test, { body })).status;
      };
      const statuses: number[] = [];
      for (let at = 0; at < 4; at += 1) statuses.push(await test(first));
      expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true]);
      expect(await test(second)).not.toBe(429);
    } finally {
      await server.close();
    }
  });
});

describe('a path out of the served folder', () => {
  it('leads nowhere', async () => {
    const server = await startTestServer({ env: { ATELIER_ROLES: 'api' } });
    try {
      for (const path of [
        '/api/docs/assets/%2e%2e',
        '/api/docs/assets/..%2f..%2fpackage.json',
        '/api/docs/assets/nothing',
      ]) {
        const response = await server.visitor().fetch(path);
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.json()).toMatchObject({ code: 'request.not_found' });
      }
    } finally {
      await server.close();
    }
  });
});

import { apps } from '@atelier/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../client.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { joinTenant } from '../member.ts';

describe('the description of the API', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { ATELIER_ROLES: 'api', RATE_LIMIT_DEFAULT_PER_MINUTE: '20' } });
  });
  afterAll(() => server.close());

  it('is sent compressed, not again to whoever has it, and not without limit', async () => {
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

describe('limits of requests', () => {
  it('hold for a company and for an address too, whichever of their people sends them', async () => {
    const server = await startTestServer({
      env: { ATELIER_ROLES: 'api', RATE_LIMIT_DEFAULT_PER_MINUTE: '4', TRUST_PROXY: '1' },
    });
    const countPassed = async (clients: readonly Client[], addressOf: (at: number) => string) => {
      let passed = 0;
      for (const [at, client] of clients.entries())
        for (let times = 0; times < 4; times += 1) {
          const headers = { 'x-forwarded-for': addressOf(at) };
          if ((await client.fetch(apps.endpoints.list.path, { headers })).status === 200) passed += 1;
        }
      return passed;
    };
    try {
      const { client, user } = await server.signUp();
      const members = [client];
      while (members.length < 7)
        members.push((await joinTenant(server, { tenantId: user.tenantId, role: 'ADMIN' })).client);
      expect(await countPassed(members, (at) => `10.0.0.${at}`)).toBe(5 * 4);
      const strangers: Client[] = [];
      while (strangers.length < 7) strangers.push((await server.signUp()).client);
      expect(await countPassed(strangers, () => '10.0.1.1')).toBe(5 * 4);
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

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { fieldsOfNothing, filePart, formType, lastLine } from './every-endpoint.ts';
import { openConnection, type Sent } from './one-connection.ts';
import { startProxy } from './start-proxy.ts';

const large = 'x'.repeat(3_000_000);
const upload: Sent = {
  method: 'POST',
  path: '/api/worker/upload',
  headers: { 'content-type': formType },
  body: fieldsOfNothing + filePart(large) + lastLine,
};
const question: Sent = {
  method: 'POST',
  path: '/api/content/query',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: large }),
};
const health: Sent = { method: 'GET', path: '/api/health' };

describe('behind a proxy that keeps its connections', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => server.close());

  it.each(['nginx', 'haproxy'] as const)('%s, refused uploads delay nobody else', async (kind) => {
    const proxy = await startProxy(kind, server.origin);
    /** Each request has a client of its own; the proxy has eight connections for all of them. */
    const askEight = (sent: Sent) =>
      Promise.all(
        Array.from({ length: 8 }, async () => {
          const client = openConnection(proxy.origin);
          const { status, ms } = await client.ask(sent).finally(client.close);
          return ms < 5000 ? status : `${status} after ${Math.round(ms)} ms`;
        }),
      );
    try {
      expect(await askEight(upload)).toEqual(Array(8).fill(404));
      expect(await askEight(health)).toEqual(Array(8).fill(200));
      expect(await askEight(question)).toEqual(Array(8).fill(413));
      expect(await askEight(health)).toEqual(Array(8).fill(200));
    } finally {
      await proxy.close();
    }
  });
});

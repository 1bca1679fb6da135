import { createServer, type Server } from 'node:net';
import { connections } from '@atelier/contracts/content/connections/connections';
import { sources } from '@atelier/contracts/content/sources/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../client.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { fillAddresses } from './fill-addresses.ts';

let server: TestServer;
let client: Client;
/** It stands for everything internal, at all addresses of this machine. Nobody may reach it. */
let inside: Server;
let port = 0;
let arrived = 0;

beforeAll(async () => {
  inside = createServer((socket) => {
    arrived += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, resolve));
  const address = inside.address();
  port = typeof address === 'object' && address ? address.port : 0;
  server = await startTestServer();
  ({ client } = await server.signUp());
});
afterAll(async () => {
  inside.close();
  await server.close();
});

const hosts = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '127.0.0.1.',
  'localhost',
  'LOCALHOST.',
  'any.localhost',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '10.0.0.1',
  '169.254.169.254',
  '192.168.0.1',
];

/** Says in each way that an address is not reached: that it is not public, or that there is no server of that name. */
const refusal = /not a public address|an address that is not public|could not be reached/;

describe('an address inside', () => {
  it('is reached by no kind of connection, however it is written', async () => {
    const { configurations } = await client.call(connections.endpoints.kinds, {});
    const [refused, passed]: [string[], string[]] = [[], []];
    for (const { service, kind, fields } of configurations) {
      for (const host of hosts) {
        const values = fillAddresses(fields, { host, port });
        const { status, body } = await client.send(connections.endpoints.test, {
          body: { service, kind, values },
        });
        // A form may refuse what is no host before anything is tried.
        if (status === 400) continue;
        const { ok, message } = body.responseData ?? { ok: true, message: '' };
        (!ok && refusal.test(message) ? refused : passed).push(`${service} ${kind}`);
      }
    }
    // Their tests call nobody: they check what is sent with calls, or what callers have to bring.
    expect([...new Set(passed)].sort()).toEqual(['WEB WEBHOOK', 'WEB WEBHOOK_CALLER']);
    expect(new Set(refused).size).toBeGreaterThanOrEqual(14);
    expect(refused.length).toBeGreaterThanOrEqual(180);
    expect(arrived).toBe(0);
  });

  it('is read by no source that is an address itself', async () => {
    const api = {
      listPath: '',
      idField: 'id',
      titleField: 'title',
      template: '{{title}}',
      pagination: 'NONE',
    };
    for (const host of hosts) {
      const address = `http://${host}:${port}/`;
      for (const body of [
        { type: 'WEBSITE' as const, settings: { address, read: 'page' } },
        { type: 'API' as const, settings: { ...api, url: address } },
      ]) {
        const { body: answer } = await client.send(sources.endpoints.test, { body });
        expect([body.type, host, answer.code]).toEqual([body.type, host, 'sources.blocked']);
      }
    }
    expect(arrived).toBe(0);
  });
});

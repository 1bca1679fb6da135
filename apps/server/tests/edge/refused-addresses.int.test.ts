import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contracts } from '@atelier/contracts';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { models } from '@atelier/contracts/content/models';
import { sources } from '@atelier/contracts/content/sources/sources';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { alerts } from '@atelier/contracts/operate/monitoring/alerts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Client } from '../client.ts';
import { freePort } from '../free-port.ts';
import { startTestServer, type TestServer } from '../harness.ts';

interface Schema {
  type?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

const isAddress = (name: string): boolean => /url|address|host$|endpoint|uri|server$|webhook/i.test(name);

/** Returns the paths of the texts in a request that are addresses by their names. */
const addressesIn = (schema: Schema, path = ''): string[] => {
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const types = [each, ...(each.anyOf ?? [])].map(({ type }) => type);
    return [...(isAddress(name) && types.includes('string') ? [own] : []), ...addressesIn(each, own)];
  });
  const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...named,
    ...(schema.items ? addressesIn(schema.items, `${path}[]`) : []),
    ...inside.flatMap((each) => addressesIn(each, path)),
  ];
};

const bodyOf = ({ body }: Endpoint): Schema =>
  body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema) : {};

let server: TestServer;
let client: Client;
let outside: Server;
/** Nothing listens there, but it may be called. */
let silent = '';
/** Nobody may call it. */
const inside = 'http://127.0.0.1:9/';
/** It may be called, and leads to an address that may not. */
let leading = '';

beforeAll(async () => {
  outside = createServer((_request, response) => response.writeHead(302, { location: inside }).end());
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  leading = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`;
  silent = `http://127.0.0.1:${await freePort()}/`;
  const allowed = [leading, silent].map((address) => new URL(address).host).join(',');
  server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed } });
  ({ client } = await server.signUp());
});
afterAll(async () => {
  outside.close();
  await server.close();
});

const unique = (what: string) => `${what} ${crypto.randomUUID()}`;
const request = (url: string) => ({ url, method: 'GET' as const });
const rule = (webhookUrl: string) => ({
  ...{ name: unique('Rule'), subjectKind: 'COMPANY' as const, subjectId: null, metric: 'CREDITS' as const },
  ...{ threshold: 1, hours: 1, least: 0, quietMinutes: 60, mail: 'NOBODY' as const },
  ...{ webhookUrl, enabled: true },
});

type Answer = [status: number, code: string | undefined, message: string | undefined];

const sent = async (
  endpoint: Endpoint,
  call: { body?: unknown; params?: Record<string, string> },
): Promise<Answer> => {
  const { status, body } = await client.send(endpoint, call as never);
  return [status, body.code, body.message];
};

/** How each route that calls an address at once answers for one. */
const calls: Record<string, (address: string) => Promise<Answer>> = {
  'mcps.discover': (url) => sent(mcps.endpoints.discover, { body: { url } }),
  'mcps.connect': async (url) => {
    const body = { name: unique('Server'), url, authentication: 'OAUTH' as const };
    const { mcpId } = await client.call(mcps.endpoints.create, { body });
    return sent(mcps.endpoints.connect, { params: { id: mcpId } });
  },
  'tools.readOpenApi': (url) => sent(tools.endpoints.readOpenApi, { body: { url } }),
  'tools.addOpenApi': (url) =>
    sent(tools.endpoints.addOpenApi, { body: { url, keys: ['GET /'], server: 'https://example.com' } }),
  'sources.test': (address) =>
    sent(sources.endpoints.test, { body: { type: 'WEBSITE', settings: { address, read: 'page' } } }),
};

const callOf = (route: string) => {
  const call = calls[route];
  if (!call) throw new Error(`Nothing calls ${route}.`);
  return call;
};

/** Routes that keep an address, and say beside it what became of a call. */
const results: Record<string, (address: string) => Promise<unknown>> = {
  'mcps.create': async (url) =>
    (await client.call(mcps.endpoints.create, { body: { name: unique('Server'), url } })).problem,
  'tools.test': async (url) =>
    (
      await client.call(tools.endpoints.test, {
        body: { settings: { name: 'Trial', request: request(url) }, input: {} },
      })
    ).text,
  'alerts.test': async (url) => {
    const { ruleId } = await client.call(alerts.endpoints.create, { body: rule(url) });
    return (await client.call(alerts.endpoints.test, { params: { id: ruleId } })).webhook?.problem;
  },
  'models.testProvider': async (baseUrl) => {
    const body = { kind: 'openai-compatible' as const, settings: { baseUrl }, chatModels: ['m'] };
    return (await client.call(models.endpoints.testProvider, { body })).message;
  },
};

describe('an address in a request', () => {
  it('is in these fields, each of which is called at once, called later, or never', () => {
    const found = Object.values(contracts).flatMap(({ name, endpoints }) =>
      Object.entries<Endpoint>(endpoints).flatMap(([endpoint, described]) => {
        const fields = [...new Set(addressesIn(bodyOf(described)))];
        return fields.length === 0 ? [] : [`${name}.${endpoint}: ${fields.join(', ')}`];
      }),
    );
    expect(found.toSorted()).toEqual([
      // Runs of alerts, workers and agents call these, and say in their history what became of it.
      'alerts.change: webhookUrl',
      'alerts.create: webhookUrl',
      'mcps.create: url',
      'mcps.discover: url',
      'mcps.update: url',
      // The operator allows it. It is not called.
      'models.allowAddress: address',
      'tools.addOpenApi: url, server',
      'tools.create: request.url',
      'tools.readOpenApi: url',
      'tools.test: settings.request.url',
      'tools.update: request.url',
      'workers.deploy: outputs[].url',
      'workers.update: outputs[].url',
    ]);
  });

  it.each([
    ['mcps.discover', 'mcps.address_invalid', 'mcps.unreachable'],
    ['mcps.connect', 'mcps.address_invalid', 'mcps.unreachable'],
    ['tools.readOpenApi', 'tools.document_address_invalid', 'tools.document_unreachable'],
    ['tools.addOpenApi', 'tools.document_address_invalid', 'tools.document_unreachable'],
    ['sources.test', 'sources.blocked', 'sources.unreachable'],
  ])(
    'of %s is 400 where it is never called, and 502 where the call failed',
    async (route, refused, failed) => {
      const call = callOf(route);
      expect(await call(inside)).toEqual([
        400,
        refused,
        expect.stringMatching(/127\.0\.0\.1 is not a public address|an address that is not public/) as string,
      ]);
      expect((await call(silent)).slice(0, 2)).toEqual([502, failed]);
    },
  );

  it.each(['mcps.discover', 'tools.readOpenApi'])(
    'of %s that leads to one that is never called is the fault of its server',
    async (route) => {
      expect((await callOf(route)(leading))[0]).toBe(502);
    },
  );

  it.each(Object.keys(results))('of %s is kept, and the result says why it is not called', async (route) => {
    const said = await results[route]?.(inside);
    expect(said).toMatch(/is not a public address|an address that is not public|not allowed/);
    expect(said).not.toMatch(/could not be reached/);
    expect(await results[route]?.(silent)).not.toMatch(/public/);
  });
});

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { readMcpMessage } from '@atelier/agents/tools';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { JsonObject } from '@atelier/contracts/kernel/json';
import { type AuthProvider, InsufficientScopeError, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { applicable, notApplicable } from '../../../../../tests/programs/mcp-client-scenarios.ts';
import { createOutbound } from '../../../../kernel/outbound/outbound.ts';
import { callGivenTool } from './client/call-tool.ts';
import { beginAuthorization } from './grants/begin-authorization.ts';
import { exchangeCode, type Issued } from './grants/exchange.ts';
import { readGivenOffer } from './service/read-offer.ts';

const run = promisify(execFile);
const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
const command = new URL('../../../../../tests/programs/mcp-client-command.ts', import.meta.url).pathname;

const Call = z.object({ name: z.string(), arguments: JsonObject });
const Order = z.object({
  url: z.string(),
  scenario: z.string(),
  context: z
    .string()
    .default('{}')
    .transform((text) =>
      z
        .object({
          toolCalls: z.array(Call).optional(),
          client_id: z.string().optional(),
          client_secret: z.string().optional(),
        })
        .parse(JSON.parse(text)),
    ),
});
type Order = z.infer<typeof Order>;
type Io = Parameters<typeof beginAuthorization>[1];

/** The address that the suite expects of clients that describe themselves in a document. */
const clientDocument = 'https://conformance-test.local/client-metadata.json';
const redirectUrl = 'http://localhost:3000/callback';

/** Goes to the address as a browser does, and returns with what the server sends back. */
const allow = async (address: string): Promise<{ code: string; iss?: string }> => {
  const response = await fetch(address, { redirect: 'manual' });
  const { searchParams } = new URL(response.headers.get('location') ?? '', redirectUrl);
  const iss = searchParams.get('iss');
  return { code: searchParams.get('code') ?? '', ...(iss === null ? {} : { iss }) };
};

/** Connects an account, as a person does with a click. */
const connect = async ({ url, context }: Order, io: Io, before?: Connected): Promise<Connected> => {
  const typed = context.client_id && {
    client_id: context.client_id,
    ...(context.client_secret && { client_secret: context.client_secret }),
  };
  const scope = [before?.missing ? before.issued.scope : '', before?.missing].join(' ').trim();
  const beginning = { url, redirectUrl, state: 'state', clientDocument, client: typed || undefined, scope };
  const { authorizationUrl, flow } = await beginAuthorization(beginning, io);
  return { issued: await exchangeCode(flow, await allow(authorizationUrl), io) };
};

interface Connected {
  issued: Issued;
  missing?: string | undefined;
}

/** How often a person connects again before giving up. */
const patience = 3;

/** Reads the tools of a server and calls them, as agents do. */
const useTools = async ({ url, scenario, context }: Order, io: Io, auth?: AuthProvider): Promise<void> => {
  const target = { url, headers: {}, revision: '', ...(auth && { auth }) };
  const { tools, revision } = await readGivenOffer(target, io);
  const schema = tools[0]?.inputSchema as JsonValue;
  const given: Record<string, Record<string, JsonValue>> = {
    tools_call: { a: 5, b: 3 },
    'json-schema-2020-12-preservation': { schema },
  };
  const usual = tools.map(({ name }) => ({ name, arguments: given[scenario] ?? {} }));
  for (const { name: tool, arguments: input } of context.toolCalls ?? usual) {
    const described = tools.find(({ name }) => name === tool)?.inputSchema;
    const inputSchema = { ...described, type: 'object' as const };
    // The suite judges by what it received; some scenarios answer with errors.
    await callGivenTool({ ...target, revision }, io, {
      tool,
      keep: async ({ what }) => ({ told: what }),
      inputSchema,
      input,
    }).catch((error: unknown) => {
      if (auth) throw error;
    });
  }
};

/** Connects an account and uses the tools; connects again when the server wants that. */
const useSigned = async (order: Order, io: Io): Promise<void> => {
  let connected: Connected | undefined;
  for (let times = 0; times < patience; times += 1) {
    connected = await connect(order, io, connected);
    const { accessToken } = connected.issued.grant;
    try {
      return await useTools(order, io, { token: async () => accessToken });
    } catch (error) {
      if (error instanceof InsufficientScopeError) connected.missing = error.requiredScope;
      else if (!(error instanceof UnauthorizedError)) throw error;
    }
  }
};

const carryOut = async (order: Order): Promise<void> => {
  const outbound = createOutbound({ allow: ['localhost', '127.0.0.1'] });
  const io = {
    fetch: outbound.fetch,
    readMessage: async (text: string) => readMcpMessage(text),
    ...{ timeoutMs: 20_000, signal: AbortSignal.timeout(60_000) },
  };
  // Scenarios in which a client has to refuse end with an error.
  if (order.scenario.startsWith('auth/')) await useSigned(order, io).catch(() => undefined);
  else await useTools(order, io);
  await outbound.close();
};

describe('the official conformance scenarios for clients', () => {
  let driver: Server;
  const env = () => {
    const { port } = driver.address() as AddressInfo;
    return { ...process.env, CLIENT_DRIVER: `http://127.0.0.1:${port}` };
  };
  beforeAll(async () => {
    driver = createServer((request, response) => {
      void json(request)
        .then((order) => carryOut(Order.parse(order)))
        .then(
          () => response.end(),
          (error: unknown) => response.writeHead(500).end(String(error)),
        );
    }).listen(0, '127.0.0.1');
    await once(driver, 'listening');
  });
  afterAll(() => driver.close());

  it.each(applicable)('of revision %s: %s passes', { timeout: 120_000 }, async (revision, scenario) => {
    // The library names tools that it leaves out, and the suite has such tools.
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { stdout, stderr } = await run(
      process.execPath,
      [
        ...[suite, 'client', '--command', `${process.execPath} ${command}`],
        ...['--scenario', scenario, '--spec-version', revision],
      ],
      { env: env() },
    );
    expect(stdout + stderr).toMatch(/OVERALL: PASSED/);
    expect(warnings.mock.calls.length > 0).toBe(scenario === 'http-invalid-tool-headers');
    warnings.mockRestore();
  });

  it.each(['2025-11-25', '2026-07-28'])(
    'of revision %s are run, or named with a reason',
    async (revision) => {
      const { stdout } = await run(process.execPath, [suite, 'list', '--client', '--spec-version', revision]);
      const listed = [...stdout.matchAll(/^\s+- (\S+)/gm)].map(([, name]) => name ?? '');
      expect(listed.length).toBeGreaterThan(10);
      const known = new Set(applicable.flatMap(([of, name]) => (of === revision ? [name] : [])));
      const unknown = listed.filter(
        (name) => !known.has(name) && !Object.keys(notApplicable).some((start) => name.startsWith(start)),
      );
      expect(unknown).toEqual([]);
    },
  );
});

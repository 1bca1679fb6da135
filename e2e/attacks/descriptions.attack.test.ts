import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attacked, isHarmed, startAttacked } from '../src/attacked/attacked.ts';
import type { Client } from '../src/client.ts';

const nested = (depth: number): string =>
  `${'{"type":"object","properties":{"a":'.repeat(depth)}{"type":"string"}${'}}'.repeat(depth)}`;

/** Thirty definitions, each of which names the next one three times. */
const branching = Object.fromEntries(
  Array.from({ length: 30 }, (_nothing, at) => [
    `a${at}`,
    {
      type: 'object',
      properties: Object.fromEntries(['x', 'y', 'z'].map((name) => [name, { $ref: `#/$defs/a${at + 1}` }])),
    },
  ]),
);

const toolList = (tools: readonly unknown[]): string => JSON.stringify({ tools });

/** Lists of tools as the worst server would send them, as JSON. */
const lists: readonly (readonly [string, string])[] = [
  [
    'of 20,000 tools',
    toolList(
      Array.from({ length: 20_000 }, (_nothing, at) => ({ name: `t${at}`, inputSchema: { type: 'object' } })),
    ),
  ],
  ['with a schema of 5,000 levels', `{"tools":[{"name":"deep","inputSchema":${nested(5000)}}]}`],
  [
    'with a list of 500,000 levels',
    `{"tools":[{"name":"deep","inputSchema":{"type":"object","x":${'['.repeat(500_000)}${']'.repeat(500_000)}}}]}`,
  ],
  [
    'with 60,000 patterns',
    `{"tools":[{"name":"wide","inputSchema":{"type":"object","properties":{${Array.from({ length: 60_000 }, (_nothing, at) => `"p${at}":{"type":"string","pattern":"^(a+)+$"}`).join(',')}}}}]}`,
  ],
  [
    'with references that branch',
    toolList([
      {
        name: 'refs',
        inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/a0' } }, $defs: branching },
      },
    ]),
  ],
  [
    'with a description of 3.5 MB',
    toolList([{ name: 'big', description: 'D'.repeat(3_500_000), inputSchema: { type: 'object' } }]),
  ],
];

const operation = (schema: unknown) => ({
  post: {
    operationId: 'a',
    requestBody: { content: { 'application/json': { schema } } },
    responses: {},
  },
});
const self = { $ref: '#/components/schemas/A' };
const openApi = (paths: unknown, properties: readonly string[]): string =>
  JSON.stringify({
    ...{ openapi: '3.0.0', info: { title: 'x', version: '1' }, servers: [{ url: 'https://example.com' }] },
    paths,
    components: {
      schemas: {
        A: { type: 'object', properties: Object.fromEntries(properties.map((name) => [name, self])) },
      },
    },
  });
const pathsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_nothing, at) => [`/p${at}`, operation(self)]));
const namesOf = (count: number) => Array.from({ length: count }, (_nothing, at) => `p${at}`);

const bomb = ['a: &a ["lol","lol","lol","lol","lol","lol","lol","lol","lol"]']
  .concat(
    Array.from(
      'bcdefghij',
      (name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(',')}]`,
    ),
  )
  .join('\n');

const documents: readonly (readonly [string, string])[] = [
  ['that names itself 500 × 50 times', openApi(pathsOf(500), namesOf(50))],
  ['of YAML whose anchors multiply', `${bomb}\nopenapi: 3.0.0\ninfo: {title: x, version: "1"}\npaths: {}\n`],
  ['of YAML with 20,000 levels', `openapi: 3.0.0\nx: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  [
    'of YAML with 3,000 operations',
    `openapi: 3.0.0\ninfo: {title: x, version: "1"}\npaths:\n${Array.from({ length: 3000 }, (_nothing, at) => `  /p${at}:\n    get: {operationId: o${at}, responses: {}}`).join('\n')}`,
  ],
];

/** Answers a call of the Model Context Protocol, with the list that belongs to the address. */
const answerTo = ({ id, method }: Record<string, unknown>, path: string): string => {
  const [, list] = lists[Number(path.slice(1))] ?? [];
  const capabilities = { tools: {} };
  const serverInfo = { name: 'worst', version: '1' };
  const results: Record<string, string | undefined> = {
    initialize: JSON.stringify({ protocolVersion: '2025-06-18', capabilities, serverInfo }),
    'tools/list': list,
  };
  const result = results[String(method)];
  const answer = result === undefined ? '"error":{"code":-32601,"message":"Unknown"}' : `"result":${result}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${answer}}`;
};

/** Starts a server that sends the lists, and counts how often they were read. */
const startTools = async (): Promise<{ server: Server; asked: () => number }> => {
  let asked = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = (request.method === 'POST' ? await json(request) : {}) as Record<string, unknown>;
    if (call.method === 'tools/list') asked += 1;
    if (call.id === undefined) response.writeHead(202).end();
    else
      response.writeHead(200, { 'content-type': 'application/json' }).end(answerTo(call, request.url ?? ''));
  };
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, asked: () => asked };
};

const eight = (work: () => Promise<unknown>) => () => Promise.all(Array.from({ length: 8 }, work));

describe('descriptions of the tools of others', () => {
  let attacked: Attacked;
  let client: Client;
  let tools: Awaited<ReturnType<typeof startTools>>;
  let origin: string;

  beforeAll(async () => {
    tools = await startTools();
    origin = `http://127.0.0.1:${(tools.server.address() as AddressInfo).port}`;
    attacked = await startAttacked({ env: { OUTBOUND_ALLOW: new URL(origin).host } });
    ({ client } = await attacked.product.signUp());
  });
  afterAll(async () => {
    await attacked.close();
    tools.server.close();
  });

  /** Nobody is kept waiting while it is read once, and by eight at the same time. */
  const measure = async (name: string, work: () => Promise<unknown>) => {
    expect(await attacked.during(name, work)).not.toSatisfy(isHarmed);
    expect(await attacked.during(`${name}, eight at once`, eight(work))).not.toSatisfy(isHarmed);
  };

  it.each(lists.map(([name], at) => [name, at] as const))(
    'keep nobody waiting as a list %s',
    async (name, at) => {
      const mcp = await client.post<{ mcpId: string }>('/api/crew/mcps', {
        ...{ name: `worst ${at}`, url: `${origin}/${at}`, authentication: 'NONE' },
      });
      const before = tools.asked();
      await measure(`a list ${name}`, async () => {
        const { status } = await client.send('POST', `/api/crew/mcps/${mcp.mcpId}/check`, {});
        expect(status).toBeLessThan(500);
      });
      // One call, and eight at once.
      expect(tools.asked() - before).toBeGreaterThanOrEqual(9);
    },
  );

  it.each(documents)('keep nobody waiting as an OpenAPI document %s', async (name, document) => {
    await measure(`an OpenAPI document ${name}`, async () => {
      const { status } = await client.send('POST', '/api/crew/openapi-operations', { document });
      expect(status).toBeLessThan(500);
    });
  });
});

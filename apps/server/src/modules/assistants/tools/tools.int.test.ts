import { agents } from '@atelier/contracts/assistants/agents/agents';
import type { ToolRequest, ToolSettings } from '@atelier/contracts/assistants/tools/tool-shapes';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { connections } from '@atelier/contracts/content/connections/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Client } from '../../../../tests/client.ts';
import { startOrders } from '../../../../tests/fakes/orders-api.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

const { endpoints } = tools;
let server: TestServer;
let client: Client;
let api: Awaited<ReturnType<typeof startOrders>>;

beforeAll(async () => {
  api = await startOrders();
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(api.origin).host } });
  ({ client } = await server.signUp());
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;
type NewRequest = z.input<typeof ToolRequest>;
type NewTool = z.input<typeof ToolSettings> & { request: NewRequest };

const order = (): NewTool => ({
  name: unique('Read an order'),
  description: 'Reads an order by its number.',
  effect: 'READS',
  approval: 'NEVER',
  request: {
    method: 'GET',
    url: `${api.origin}/orders/{number}`,
    query: [{ name: 'lines', value: '{lines}' }],
    parameters: [
      { name: 'number', schema: { type: 'integer', minimum: 1 } },
      { name: 'lines', isRequired: false, schema: { type: 'boolean' } },
    ],
  },
});

const addConnection = async () => {
  const values = { site: api.origin, way: 'BEARER', secret: 'top-secret-token' };
  const body = { name: unique('Orders'), service: 'WEB', kind: 'HTTP_AUTHENTICATION', values } as const;
  return (await client.call(connections.endpoints.create, { body })).connectionId;
};

describe('a tool', () => {
  it('is created, listed on both services, read, changed and deleted', {
    tags: ['TOOL-02', 'TOOL-03', 'TOOL-04', 'TOOL-05', 'TOOL-06'],
  }, async () => {
    const made = await client.call(endpoints.create, { body: order() });
    expect(made).toMatchObject({ kind: 'HTTP', effect: 'READS', summary: `GET ${new URL(api.origin).host}` });
    expect(made.inputSchema).toMatchObject({ required: ['number'], additionalProperties: false });
    const { toolId, name } = made;
    expect(await client.call(endpoints.get, { query: { toolId } })).toEqual(made);
    for (const list of [endpoints.list, endpoints.listOnContent]) {
      const { items } = await client.call(list, { query: { search: name } });
      expect(items).toMatchObject([{ toolId, name }]);
    }
    const body = { ...order(), toolId, name, description: 'Changed.', approval: 'ALWAYS' } as const;
    const changed = await client.call(endpoints.update, { body });
    expect(changed).toMatchObject({ toolId, description: 'Changed.', approval: 'ALWAYS' });
    await client.call(endpoints.remove, { params: { id: toolId } });
    expect((await client.send(endpoints.get, { query: { toolId } })).body.code).toBe('tools.not_found');
  });

  it('has a name of its own, whatever the case', async () => {
    const made = await client.call(endpoints.create, { body: order() });
    const body = { ...order(), name: made.name.toUpperCase() };
    expect((await client.send(endpoints.create, { body })).body.code).toBe('tools.name_taken');
  });

  it.each<[string, Partial<NewRequest>, string]>([
    ['a site with an argument', { url: 'https://{number}.example.com/' }, 'The site must be fixed'],
    ['an argument that is sent nowhere', { url: 'https://api.example.com/' }, 'is sent nowhere'],
    ['a place without argument', { url: 'https://a.example.com/{number}/{other}' }, 'no argument “other”'],
    [
      'a keyword that is not checked',
      { parameters: [{ name: 'number', schema: { type: 'integer', minimun: 1 } }] },
      'uses “minimun”',
    ],
    [
      'a reference to elsewhere',
      { parameters: [{ name: 'number', schema: { $ref: 'https://evil.example.com/schema' } }] },
      'only lead to another place in the same schema',
    ],
    ['a body of a GET', { bodyKind: 'TEXT', body: 'x' }, 'has no body'],
    [
      'a secret in a header',
      { headers: [{ name: 'Authorization', value: 'Bearer top-secret' }] },
      'Please make a connection with it, and choose that connection here.',
    ],
  ])('is not saved with %s', async (_what, change, message) => {
    const number = { name: 'number', schema: { type: 'integer' } };
    const request = { ...order().request, query: [], parameters: [number], ...change };
    const { body } = await client.send(endpoints.create, { body: { ...order(), request } });
    expect(body.code).toBe('tools.invalid');
    expect(JSON.stringify(body)).toContain(message);
  });

  it('shows nobody a secret that it held before secrets were refused', async () => {
    const { toolId } = await client.call(endpoints.create, { body: order() });
    const headers = [
      { name: 'X-Api-Key', value: 'top-secret' },
      { name: 'Accept', value: 'text/plain' },
    ];
    await server.sql(
      "update tools set request = request || jsonb_build_object('headers', $2::jsonb) where id = $1",
      [toolId, JSON.stringify(headers)],
    );
    const { request } = await client.call(endpoints.get, { query: { toolId } });
    expect(request?.headers).toEqual([
      { name: 'X-Api-Key', value: '••••' },
      { name: 'Accept', value: 'text/plain' },
    ]);
  });

  it('names the agents that use it before it is deleted', async () => {
    const { toolId } = await client.call(endpoints.create, { body: order() });
    const name = unique('Clerk');
    await client.call(agents.endpoints.create, { body: { name, tools: { toolList: [{ _id: toolId }] } } });
    const { usedBy } = await client.call(endpoints.removal, { params: { id: toolId } });
    expect(usedBy).toMatchObject([{ kind: 'AGENT', name }]);
  });
});

describe('a trial of a tool', () => {
  const attempt = (input: Record<string, number | string | boolean>, change: Partial<NewTool> = {}) =>
    client.call(endpoints.test, { body: { settings: { ...order(), ...change }, input } });

  it('makes the call with its arguments, and sends a secret that nobody reads', async () => {
    const connectionId = await addConnection();
    const trial = await attempt({ number: 7 }, { connectionId });
    expect(api.last()).toMatchObject({ url: '/orders/7', authorization: 'Bearer top-secret-token' });
    expect(trial).toMatchObject({ isFailed: false, output: { number: '7', echo: 'Bearer •••' } });
    expect(JSON.stringify(trial)).not.toContain('top-secret');
    await attempt({ number: 7, lines: true }, { connectionId });
    expect(api.last().url).toBe('/orders/7?lines=true');
  });

  it('says what does not fit, and makes no call', async () => {
    const before = api.count();
    await expect(attempt({ number: 'x' })).rejects.toThrow('tools.arguments_not_fitting');
    await expect(attempt({ number: 1, more: true })).rejects.toThrow('tools.arguments_not_fitting');
    expect(api.count()).toBe(before);
  });

  it('cannot leave its part of the path, and follows no redirect', async () => {
    const text: Partial<NewRequest> = {
      parameters: [{ name: 'number', schema: { type: 'string' } }],
      query: [],
    };
    const request = { ...order().request, ...text };
    expect(await attempt({ number: '..' }, { request })).toMatchObject({ isFailed: true });
    await attempt({ number: '../admin?x=1#y' }, { request });
    expect(api.last().url).toBe('/orders/..%2Fadmin%3Fx%3D1%23y');
    const moved = await attempt({ number: 'moved' }, { request });
    expect(moved.output).toMatchObject({ status: 302 });
  });

  it('fails with the words of the site', async () => {
    const trial = await attempt({ number: 404 });
    expect(trial.isFailed).toBe(true);
    expect(trial.text).toContain('no such order');
  });

  it('sends a body of JSON whose places are arguments, and leaves out what is not given', async () => {
    const request: NewRequest = {
      ...({ method: 'POST', url: `${api.origin}/orders`, bodyKind: 'JSON' } as const),
      body: '{"customer": "{customer}", "note": "For {customer}", "items": ["{first}"], "rush": "{rush}"}',
      parameters: [
        { name: 'customer', schema: { type: 'string' } },
        { name: 'first', schema: { type: 'object' } },
        { name: 'rush', isRequired: false, schema: { type: 'boolean' } },
      ],
    };
    const body = {
      settings: { ...order(), request },
      input: { customer: 'A"nn', first: { id: 1 } },
    };
    await client.call(endpoints.test, { body });
    expect(JSON.parse(api.last().body)).toEqual({
      ...{ customer: 'A"nn', note: 'For A"nn', items: [{ id: 1 }] },
    });
  });

  it('reaches no private address', async () => {
    const request = { ...order().request, url: 'http://169.254.169.254/{number}', query: [] };
    const parameters = [{ name: 'number', schema: { type: 'integer' } }];
    const trial = await attempt({ number: 1 }, { request: { ...request, parameters } });
    expect(trial.isFailed).toBe(true);
    expect(trial.text).toMatch(/not public/);
  });
});

describe('default tools', () => {
  it('are the same for every company, each with an id and arguments', { tags: ['TOOL-07'] }, async () => {
    const { tools: listed } = await client.call(endpoints.listDefaults, { query: { all: 'true' } });
    expect(listed.map(({ toolId }) => toolId)).toContain('tol_search_web');
    for (const { toolId, inputSchema } of listed) {
      expect(toolId).toMatch(/^tol_[a-z_]+$/);
      expect(inputSchema['type']).toBe('object');
    }
    const web = listed.find(({ toolId }) => toolId === 'tol_search_web');
    expect(web?.connection).toMatchObject({ kind: 'WEB_SEARCH' });
  });

  it('are listed to those who can use them: without a connection only what needs none', async () => {
    const { client: own } = await server.signUp();
    const idsNow = async () => (await own.call(endpoints.listDefaults, {})).tools.map(({ toolId }) => toolId);
    expect(await idsNow()).toContain('tol_calculate');
    expect(await idsNow()).not.toContain('tol_search_web');
    const values = { provider: 'SEARXNG', site: 'https://search.example.com' };
    const body = { name: 'Searx', service: 'WEB', kind: 'WEB_SEARCH', values } as const;
    await own.call(connections.endpoints.create, { body });
    expect(await idsNow()).toContain('tol_search_web');
    expect(await idsNow()).not.toContain('tol_send_mail');
  });

  it('that need a connection are used through a tool that names it', async () => {
    const body = { name: unique('Search'), kind: 'DEFAULT', defaultToolId: 'tol_search_web' } as const;
    expect((await client.send(endpoints.create, { body })).body.code).toBe('tools.invalid');
    const wrong = { ...body, connectionId: await addConnection() };
    expect((await client.send(endpoints.create, { body: wrong })).body.code).toBe(
      'tools.connection_not_fitting',
    );
    const values = { provider: 'SEARXNG', site: api.origin };
    const engine = { name: unique('Searx'), service: 'WEB', kind: 'WEB_SEARCH', values } as const;
    const { connectionId } = await client.call(connections.endpoints.create, { body: engine });
    const made = await client.call(endpoints.create, { body: { ...body, connectionId } });
    expect(made.inputSchema).toMatchObject({ properties: { query: { type: 'string' } } });
    const settings = { ...body, connectionId };
    const trial = await client.call(endpoints.test, { body: { settings, input: { query: 'trees' } } });
    expect(trial.output).toMatchObject({ results: [{ title: 'Trees' }] });
    const refused = await client.send(connections.endpoints.remove, { params: { id: connectionId } });
    expect(refused.body.code).toBe('connections.in_use');
  });
});

it('makes tools of the operations of an OpenAPI document that are chosen', async () => {
  const source = { url: `${api.origin}/openapi.yaml` };
  const { title, servers, operations } = await client.call(endpoints.readOpenApi, { body: source });
  expect({ title, servers }).toEqual({ title: 'Orders', servers: [api.origin] });
  expect(operations.map(({ key, problem }) => [key, problem === null])).toEqual([
    ['GET /orders/{order-id}', true],
    ['POST /orders', true],
    ['POST /files', true],
  ]);
  const choice = { ...source, keys: ['GET /orders/{order-id}', 'POST /orders'], server: api.origin };
  const { tools: added } = await client.call(endpoints.addOpenApi, { body: choice });
  expect(added).toMatchObject([
    { name: 'Get order', effect: 'READS', approval: 'NEVER' },
    { name: 'Create order', effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT' },
  ]);
  const post = await client.call(endpoints.get, { query: { toolId: added[1]?.toolId ?? '' } });
  expect(post.inputSchema).toMatchObject({
    required: ['customer'],
    properties: { customer: { type: 'string', description: 'Who ordered.' }, parent: { type: 'object' } },
  });
  const again = await client.call(endpoints.addOpenApi, { body: { ...choice, keys: ['POST /orders'] } });
  expect(again.tools[0]?.name).toBe('Create order (2)');
});

it('says why a document cannot be read', async () => {
  const read = async (body: object) => (await client.send(endpoints.readOpenApi, { body })).body;
  expect(await read({ document: '{"swagger":"2.0"}' })).toMatchObject({ code: 'tools.document_unreadable' });
  expect((await read({ document: 'a: [' })).message).toContain('neither JSON nor YAML');
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(',')}]`)
    .join('\n')}`;
  expect((await read({ document: `openapi: 3.1.0\n${bomb}` })).code).toBe('tools.document_unreadable');
  expect((await read({ url: `${api.origin}/missing` })).code).toBe('tools.document_unreachable');
  expect((await read({ url: 'http://169.254.169.254/' })).code).toBe('tools.document_address_invalid');
  const typed = await client.send(endpoints.readOpenApi, { body: { url: 'text value 1' } });
  expect([typed.status, typed.body.code]).toEqual([400, 'tools.document_address_invalid']);
});

it('limits the schemas of a document in sum, and says how many operations it leaves out', async () => {
  const list = async (paths: object, schemas: object = {}) =>
    client.call(endpoints.readOpenApi, {
      body: { document: JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } }) },
    });
  const all = { type: 'object', properties: { next: { $ref: '#/components/schemas/All' } } };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/All' } } };
  const wide = Object.fromEntries(
    Array.from({ length: 50 }, (_each, at) => [`p${at}`, { $ref: '#/components/schemas/All' }]),
  );
  const many = (count: number, operation: object) =>
    Object.fromEntries(Array.from({ length: count }, (_each, at) => [`/p${at}`, { post: operation }]));
  const recursive = await list(many(500, { requestBody: { content } }), {
    All: { ...all, properties: wide },
  });
  expect([recursive.operations.length, recursive.operations[0]?.problem]).toEqual([500, null]);
  expect(recursive.operations.at(-1)?.problem).toContain('have so many schemas that it was not read');
  const long = await list(many(2001, {}));
  expect([long.operations.length, long.leftOut]).toEqual([2000, 1]);
  const schema = { type: 'string', pattern: '(' };
  const wrong = await list(many(1, { parameters: [{ in: 'query', name: 'q', schema }] }));
  expect(wrong.operations).toMatchObject([
    {
      problem: null,
      unchecked: ['q: The pattern “(” is not checked: it is written in a way that is not known here.'],
    },
  ]);
});

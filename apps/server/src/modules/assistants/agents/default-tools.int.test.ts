import type { AddressInfo } from 'node:net';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { connections } from '@atelier/contracts/content/connections/connections';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { openBridge } from '../../../../tests/database-bridge.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

const name = `tools_${crypto.randomUUID().slice(0, 8)}`;
const login = { user: name, password: 'secret' };
const address = new URL(inject('adminUrl'));

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let site: FakeServer;
let bridge: Awaited<ReturnType<typeof openBridge>>;
let server: TestServer;
let client: Client;

/** Executes statements as the administrator, in a database. */
const asAdmin = async (database: string, ...statements: string[]): Promise<unknown[]> => {
  const at = new URL(address.href);
  if (database !== '') at.pathname = `/${database}`;
  const admin = new pg.Client({ connectionString: at.href });
  await admin.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await admin.query(statement));
    return rows;
  } finally {
    await admin.end();
  }
};

beforeAll(async () => {
  await asAdmin('', `create role ${name} login password '${login.password}'`, `create database ${name}`);
  await asAdmin(
    name,
    'create table orders (id int, total numeric)',
    'insert into orders values (1, 20), (2, 22)',
    `grant all on orders to ${name}`,
  );
  bridge = await openBridge(address);
  model = await startScriptedModel((request) => script(request));
  site = await startFakeServer(({ path }, response) => {
    const isSearch = path.startsWith('/search');
    response.setHeader('content-type', isSearch ? 'application/json' : 'text/html');
    const found = { title: 'Trees', url: 'https://trees.example.com', content: 'All about trees' };
    response.end(
      isSearch ? JSON.stringify({ results: [found] }) : '<title>News</title><p>It <b>rains</b> today.</p>',
    );
  });
  const hosts = [model, site].map(({ origin }) => new URL(origin).host);
  const { port } = bridge.address() as AddressInfo;
  server = await startTestServer({ env: { OUTBOUND_ALLOW: [...hosts, `127.0.0.1:${port}`].join(',') } });
  ({ client } = await server.signUp());
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await Promise.all([model.close(), site.close()]);
  bridge.close();
  await asAdmin('', `drop database ${name} with (force)`, `drop role ${name}`);
});

/** Makes a tool of the company that uses a connection. */
const toolWith = async (
  title: string,
  defaultToolId: string,
  connection: Parameters<typeof client.call<typeof connections.endpoints.create>>[1]['body'],
): Promise<string> => {
  const { connectionId } = await client.call(connections.endpoints.create, { body: connection });
  const body = { name: title, kind: 'DEFAULT', defaultToolId, connectionId } as const;
  return (await client.call(tools.endpoints.create, { body })).toolId;
};

/** Lets an agent with one tool make these calls, one after another. Returns what came of each. */
const use = async (toolId: string, ...inputs: object[]) => {
  script = ({ turn, tools: [tool] }) => {
    const input = inputs[turn];
    return input ? { calls: [[tool?.function.name ?? '', input]] } : { text: 'Done.' };
  };
  const { agentId } = await client.call(agents.endpoints.create, {
    body: {
      ...{ name: `Agent ${crypto.randomUUID()}`, approval: 'NEVER' },
      tools: { toolList: [{ _id: toolId }] },
    },
  });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  const { steps } = await client.call(agentRuns.endpoints.execute, { body: { agentId, input: 'Please.' } });
  return steps.flatMap((step) =>
    step.type === 'TOOL'
      ? [{ status: step.status, output: step.output as never as Record<string, unknown> }]
      : [],
  );
};

describe('a default tool in a run of an agent', () => {
  it('computes with numbers and dates', async () => {
    const [sum] = await use('tol_summarize_numbers', { numbers: [1, 2, 6], summary: 'AVERAGE' });
    expect(sum).toEqual({ status: 'DONE', output: 3 });
    const between = { from: '2026-03-01', to: '2026-03-31', unit: 'days' };
    expect(await use('tol_date_difference', between)).toEqual([{ status: 'DONE', output: 30 }]);
    const [now] = await use('tol_current_date', {});
    expect(now).toMatchObject({ status: 'DONE' });
    expect(JSON.stringify(now?.output)).toContain(String(new Date().getUTCFullYear()));
  });

  it('runs code in the sandbox, which reaches nothing outside', async () => {
    const code = 'export const code = (inputs) => inputs.list.filter((word) => word.length > 3)';
    const outside = 'export const code = () => typeof fetch + typeof process + typeof require';
    const [words, reach] = await use(
      'tol_run_code',
      { code, inputs: { list: ['ash', 'birch', 'oak', 'maple'] } },
      { code: outside },
    );
    expect(words).toEqual({ status: 'DONE', output: ['birch', 'maple'] });
    expect(reach).toEqual({ status: 'DONE', output: 'undefinedundefinedundefined' });
  });

  it('reads a page of the web as text', async () => {
    const [page] = await use('tol_read_page', { url: `${site.origin}/news` });
    expect(page?.status).toBe('DONE');
    expect(JSON.stringify(page?.output)).toContain('It rains today.');
    expect(JSON.stringify(page?.output)).not.toContain('<b>');
  });

  it('searches the web with the provider of a connection', async () => {
    const toolId = await toolWith('Search', 'tol_search_web', {
      ...({ name: 'Searx', service: 'WEB', kind: 'WEB_SEARCH' } as const),
      values: { provider: 'SEARXNG', site: site.origin },
    });
    const [found] = await use(toolId, { query: 'trees' });
    expect(found).toMatchObject({ status: 'DONE', output: { results: [{ title: 'Trees' }] } });
  });

  it('reads a PostgreSQL database, and changes nothing in it', async () => {
    const { port } = bridge.address() as AddressInfo;
    const toolId = await toolWith('Orders', 'tol_query_database', {
      ...({ name: 'Shop', service: 'DATABASE', kind: 'POSTGRESQL' } as const),
      values: { host: '127.0.0.1', port, ...login, database: name, tls: 'OFF' },
    });
    const [rows, change] = await use(
      toolId,
      { query: 'select id from orders order by id' },
      { query: 'delete from orders' },
    );
    expect(rows).toMatchObject({ status: 'DONE', output: { rows: [{ id: 1 }, { id: 2 }] } });
    expect(change?.status).toBe('FAILED');
    expect(await asAdmin(name, 'select count(*)::int as left from orders')).toEqual([{ left: 2 }]);
  });
});

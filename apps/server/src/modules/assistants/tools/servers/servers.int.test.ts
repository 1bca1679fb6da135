import { agents } from '@atelier/contracts/assistants/agents/agents';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startEverything, startMcpServer } from '../../../../../tests/fakes/mcp-servers.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const { endpoints } = mcps;
let server: TestServer;
let client: Client;
let everything: Awaited<ReturnType<typeof startEverything>>;
let fake: Awaited<ReturnType<typeof startMcpServer>>;
let tools: unknown[] = [];

const echo = (name: string, more: object = {}) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  ...more,
});

beforeAll(async () => {
  everything = await startEverything();
  fake = await startMcpServer(() => ({ result: { tools } }));
  server = await startTestServer({
    env: { OUTBOUND_ALLOW: `${new URL(everything.origin).host},${new URL(fake.origin).host}` },
  });
  ({ client } = await server.signUp());
});
afterAll(async () => {
  await server.close();
  await everything.close();
  await fake.close();
});

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;
const nowhere = 'http://127.0.0.1:9/mcp';

describe('an MCP server', () => {
  it('is listed for the company', { tags: ['TOOL-08'] }, async () => {
    const { mcpId, name } = await client.call(endpoints.create, {
      body: { name: unique('Listed'), url: everything.url },
    });
    const { items, total } = await client.call(endpoints.list, { query: { search: name } });
    expect(total).toBe(1);
    expect(items).toMatchObject([{ mcpId, name, health: 'READY', problem: null }]);
    const [line] = items;
    expect(line?.toolCount).toBeGreaterThan(5);
    expect(line?.chosenCount).toBe(line?.toolCount);
  });

  it('is created with its tools, of which those that act ask after text by others', {
    tags: ['TOOL-09'],
  }, async () => {
    const body = { name: unique('Everything'), url: everything.url };
    const made = await client.call(endpoints.create, { body });
    expect(made).toMatchObject({ health: 'READY', revision: '2025-11-25', leftOut: 0 });
    expect(made.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum']));
    const sum = made.tools.find(({ name }) => name === 'get-sum');
    expect(sum).toMatchObject({ problem: null, inputSchema: { required: ['a', 'b'] } });
    const rules = new Set(made.choices?.map(({ effect, approval }) => `${effect} ${approval}`));
    expect(rules).toEqual(new Set(['WRITES AFTER_FOREIGN_TEXT']));
    expect(await client.call(endpoints.get, { params: { id: made.mcpId } })).toEqual(made);
  });

  it('is changed, read and deleted', { tags: ['TOOL-10'] }, async () => {
    const { mcpId, name } = await client.call(endpoints.create, {
      body: { name: unique('Changed'), url: everything.url },
    });
    const choice = { name: 'echo', effect: 'READS', approval: 'NEVER' } as const;
    const change = { mcpId, name, url: everything.url, tools: [choice], timeoutSeconds: 5, active: false };
    const changed = await client.call(endpoints.update, { body: change });
    expect(changed).toMatchObject({ choices: [choice], timeoutSeconds: 5, active: false, chosenCount: 1 });
    expect(changed.tools.length).toBeGreaterThan(5);
    await client.call(endpoints.remove, { params: { id: mcpId } });
    expect((await client.send(endpoints.get, { params: { id: mcpId } })).body.code).toBe('mcps.not_found');
  });

  it('has a name of its own, whatever the case, and an address of the web', async () => {
    const name = unique('Taken');
    await client.call(endpoints.create, { body: { name, url: nowhere } });
    const again = await client.send(endpoints.create, { body: { name: name.toUpperCase(), url: nowhere } });
    expect(again.body.code).toBe('mcps.name_taken');
    for (const url of ['file:///etc/passwd', 'npx -c evil', 'https://user:secret@example.com/mcp']) {
      const { body } = await client.send(endpoints.create, { body: { name: unique('Bad'), url } });
      expect(body.code).toBe('mcps.address_invalid');
    }
  });

  it('that cannot be reached is kept, says why, and is found again by a check', async () => {
    tools = [echo('first')];
    const made = await client.call(endpoints.create, { body: { name: unique('Down'), url: nowhere } });
    expect(made).toMatchObject({ health: 'FAILING', tools: [], choices: null });
    expect(made.problem).not.toBe('');
    const { mcpId, name } = made;
    const moved = await client.call(endpoints.update, { body: { mcpId, name, url: fake.url } });
    expect(moved).toMatchObject({
      health: 'READY',
      problem: null,
      chosenCount: 1,
      serverName: 'Fake server',
    });
    tools = [echo('first'), echo('second')];
    const checked = await client.call(endpoints.check, { params: { id: mcpId } });
    // A tool that appears later is not used before somebody chooses it.
    expect(checked).toMatchObject({ toolCount: 2, chosenCount: 1 });
  });

  it('never makes a choice looser by what it says of its tools', async () => {
    tools = [echo('look', { annotations: { readOnlyHint: true } }), echo('act')];
    const { mcpId, choices } = await client.call(endpoints.create, {
      body: { name: unique('Hints'), url: fake.url },
    });
    expect(choices).toEqual([
      { name: 'look', effect: 'READS', approval: 'NEVER' },
      { name: 'act', effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT' },
    ]);
    tools = [echo('look'), echo('act', { annotations: { readOnlyHint: true } })];
    const checked = await client.call(endpoints.check, { params: { id: mcpId } });
    expect(checked.choices).toEqual([
      { name: 'look', effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT' },
      { name: 'act', effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT' },
    ]);
  });

  it('keeps the values of its headers on the server, and sends them to its own site only', async () => {
    tools = [echo('first')];
    const body = { name: unique('Signed'), url: fake.url, headers: { authorization: 'Bearer top-secret' } };
    const made = await client.call(endpoints.create, { body });
    expect(made).toMatchObject({ authentication: 'HEADERS', headerNames: ['authorization'] });
    expect(JSON.stringify(made)).not.toContain('top-secret');
    expect(fake.seen.at(-1)?.headers.authorization).toBe('Bearer top-secret');
    const kept = { ...body, mcpId: made.mcpId, headers: { authorization: '' } };
    fake.seen.length = 0;
    await client.call(endpoints.update, { body: kept });
    await client.call(endpoints.check, { params: { id: made.mcpId } });
    expect(fake.seen.at(-1)?.headers.authorization).toBe('Bearer top-secret');
    for (const endpoint of [endpoints.update, endpoints.discover] as const) {
      const moved = { ...kept, url: everything.url };
      expect((await client.send(endpoint, { body: moved })).body.code).toBe('mcps.secrets_again');
    }
  });

  it('names the agents that use it before it is deleted', async () => {
    tools = [echo('first')];
    const { mcpId } = await client.call(endpoints.create, { body: { name: unique('Used'), url: fake.url } });
    const name = unique('Clerk');
    await client.call(agents.endpoints.create, { body: { name, tools: { mcpList: [{ _id: mcpId }] } } });
    const { usedBy } = await client.call(endpoints.removal, { params: { id: mcpId } });
    expect(usedBy).toMatchObject([{ kind: 'AGENT', name }]);
    const missing = { name: unique('Clerk'), tools: { mcpList: [{ _id: 'mcp_missing' }] } };
    expect((await client.send(agents.endpoints.create, { body: missing })).body.code).toBe(
      'agents.tool_not_found',
    );
  });
});

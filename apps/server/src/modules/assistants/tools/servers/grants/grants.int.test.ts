import { people } from '@atelier/contracts/account/people/people';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../../tests/client.ts';
import { eventually } from '../../../../../../tests/eventually.ts';
import { startGuardedMcp } from '../../../../../../tests/fakes/guarded-mcp.ts';
import { offerModels } from '../../../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/harness.ts';
import { joinTenant } from '../../../../../../tests/member.ts';

const { endpoints } = mcps;
let model: FakeServer;
let server: TestServer;
let other: TestServer;
let client: Client;
let elsewhere: Client;
let tenantId: string;
let guarded: Awaited<ReturnType<typeof startGuardedMcp>>;
let tool = 'read';

beforeAll(async () => {
  model = await startScriptedModel(({ turn, tools, messages }) => {
    const name = tools.map((each) => each.function.name).find((each) => each.endsWith(tool)) ?? '';
    return turn === 0 ? { calls: [[name, {}]] } : { text: `It said: ${String(messages.at(-1)?.content)}` };
  });
  guarded = await startGuardedMcp();
  const env = { OUTBOUND_ALLOW: '127.0.0.1' };
  server = await startTestServer({ env });
  other = await server.another({ env });
  const made = await server.signUp();
  client = made.client;
  tenantId = made.user.tenantId;
  elsewhere = other.visitor();
  for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await other.close();
  await server.close();
  await Promise.all([model.close(), guarded.close()]);
});

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;

const addServer = (more: object = {}) =>
  client.call(endpoints.create, {
    body: { name: unique('Guarded'), url: guarded.url, authentication: 'OAUTH', ...more },
  });

/** Connects an account, as the two windows do. */
const connect = async (mcpId: string, { as = client, user = 'ada' } = {}) => {
  const { authorizationUrl } = await as.call(endpoints.connect, { params: { id: mcpId } });
  const { code = '', state = '', iss } = await guarded.visit(authorizationUrl, user);
  return as.call(endpoints.finishConnecting, {
    body: { code, state, ...(iss === undefined ? {} : { iss }) },
  });
};

const makeConnected = async (): Promise<string> => {
  const { mcpId } = await addServer();
  await connect(mcpId);
  await client.call(endpoints.check, { params: { id: mcpId } });
  return mcpId;
};

const makeAgent = async (mcpId: string): Promise<string> => {
  const body = { name: unique('Agent'), tools: { mcpList: [{ _id: mcpId }] } };
  const { agentId } = await client.call(agents.endpoints.create, { body });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};

const execute = (agentId: string, as = client) =>
  as.call(agentRuns.endpoints.execute, { body: { agentId, input: 'Please do it.' } });

const get = (mcpId: string, as = client) => as.call(endpoints.get, { params: { id: mcpId } });

describe('an account at an MCP server', () => {
  it('is connected once, by a client that registers itself, and agents use it', async () => {
    const made = await addServer();
    expect(made).toMatchObject({ health: 'UNKNOWN', grant: null, toolCount: 0, choices: null });
    const body = { mcpId: made.mcpId, url: guarded.url, authentication: 'OAUTH' } as const;
    expect((await client.send(endpoints.discover, { body })).body.code).toBe('mcps.connect_first');
    const { authorizationUrl } = await client.call(endpoints.connect, { params: { id: made.mcpId } });
    const asked = new URL(authorizationUrl).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      code_challenge_method: 'S256',
      resource: guarded.url,
      scope: 'read offline_access',
      redirect_uri: `${server.origin}/connection-auth`,
    });
    await connect(made.mcpId);
    expect(await client.call(endpoints.discover, { body })).toMatchObject({ serverName: 'Guarded server' });
    const checked = await client.call(endpoints.check, { params: { id: made.mcpId } });
    const site = new URL(guarded.issuer).host;
    const grant = { state: 'CONNECTED', problem: null, by: 'Ada Lovelace', site };
    expect(checked).toMatchObject({ health: 'READY', toolCount: 2, grant });
    tool = 'read';
    expect((await execute(await makeAgent(made.mcpId))).output).toBe('It said: read for ada');
    const stored = await server.sql('select secrets from mcp_grants');
    const tokens = JSON.stringify(stored);
    for (const word of ['access', 'refresh', 'client']) expect(tokens).not.toContain(word);
  });

  it('is renewed in silence, once for all processes', async () => {
    const agentId = await makeAgent(await makeConnected());
    tool = 'read';
    guarded.expireTokens();
    const before = guarded.renewals.length;
    const runs = [client, elsewhere, client, elsewhere, client, elsewhere].map((as) => execute(agentId, as));
    for (const { output } of await Promise.all(runs)) expect(output).toBe('It said: read for ada');
    expect(guarded.renewals.length - before).toBe(1);
  });

  it('that is disconnected, or whose server is deleted, is withdrawn at the service (RFC 7009)', async () => {
    tool = 'read';
    for (const end of [endpoints.disconnect, endpoints.remove]) {
      const mcpId = await makeConnected();
      const isKnown = guarded.watchTokens();
      expect(isKnown()).toEqual({ access: true, refresh: true });
      await client.call(end, { params: { id: mcpId }, query: {} });
      await eventually(() => Promise.resolve(!isKnown().access && !isKnown().refresh));
      await eventually(async () => (await server.sql('select id from mcp_withdrawals')).length === 0);
    }
  });

  it('is withdrawn at the service when another one takes its place, and when the member leaves', async () => {
    const replaced = await makeConnected();
    const isFirstKnown = guarded.watchTokens();
    await connect(replaced, { user: 'grace' });
    const isSecondKnown = guarded.watchTokens();
    await eventually(() => Promise.resolve(!isFirstKnown().access && !isFirstKnown().refresh));
    expect(isSecondKnown()).toEqual({ access: true, refresh: true });

    const { mcpId } = await addServer({ sharing: 'PERSON' });
    for (const how of ['removed', 'account deleted'] as const) {
      const leaving = await joinTenant(server, { tenantId, role: 'USER' });
      await connect(mcpId, { as: leaving.client, user: 'grace' });
      const isKnown = guarded.watchTokens();
      if (how === 'removed')
        await client.call(people.endpoints.removeMember, { params: { userId: leaving.userId } });
      else await server.sql('delete from users where id = $1', [leaving.userId]);
      await eventually(() => Promise.resolve(!isKnown().access && !isKnown().refresh));
    }
    await eventually(async () => (await server.sql('select id from mcp_withdrawals')).length === 0);
  });

  it('that was given again to the same client is not withdrawn with its predecessor', async () => {
    const mcpId = await makeConnected();
    const [before] = await server.sql('select id, secrets from mcp_grants where mcp_id = $1', [mcpId]);
    const isKnown = guarded.watchTokens();
    const job = { grantId: String(before?.['id']), tenantId };
    await server.sql(
      `insert into mcp_withdrawals (tenant_id, id, mcp_id, secrets, site) values ($1, $2, $3, $4, 'site')`,
      [tenantId, job.grantId, mcpId, before?.['secrets']],
    );
    await server.sql(`select atelier.add_job('tools.withdraw-mcp-account', $1::json, null, null, 12)`, [
      JSON.stringify(job),
    ]);
    await eventually(async () => (await server.sql('select id from mcp_withdrawals')).length === 0);
    expect(isKnown()).toEqual({ access: true, refresh: true });
  });

  it('that was withdrawn is told to the model and to people, and is connected again', async () => {
    const mcpId = await makeConnected();
    const agentId = await makeAgent(mcpId);
    tool = 'read';
    guarded.revoke();
    const { output } = await execute(agentId);
    expect(output).toContain('Please choose Connect again under Tools → MCP servers.');
    expect(await get(mcpId)).toMatchObject({
      grant: { state: 'BROKEN', problem: expect.stringContaining('withdrawn') },
    });
    await connect(mcpId);
    expect((await execute(agentId)).output).toBe('It said: read for ada');
    expect(await get(mcpId)).toMatchObject({ grant: { state: 'CONNECTED', problem: null } });
  });

  it('gets the rights that a tool needs when it is connected again, and keeps those that it has', async () => {
    const mcpId = await makeConnected();
    const agentId = await makeAgent(mcpId);
    tool = 'write';
    expect((await execute(agentId)).output).toContain('It needs more rights (write).');
    expect((await get(mcpId)).grant).toMatchObject({
      state: 'CONNECTED',
      problem: expect.stringContaining('(write)'),
    });
    tool = 'read';
    expect((await execute(agentId)).output).toBe('It said: read for ada');
    await connect(mcpId);
    for (tool of ['write', 'read']) expect((await execute(agentId)).output).toBe(`It said: ${tool} for ada`);
    expect((await get(mcpId)).grant?.problem).toBeNull();
  });

  it('of a member is used for nobody else', async () => {
    const { mcpId } = await addServer({ sharing: 'PERSON' });
    await connect(mcpId);
    await client.call(endpoints.check, { params: { id: mcpId } });
    const agentId = await makeAgent(mcpId);
    const grace = await joinTenant(server, { tenantId, role: 'ADMIN' });
    tool = 'read';
    expect((await get(mcpId, grace.client)).grant).toBeNull();
    expect((await execute(agentId, grace.client)).output).toContain(
      'Please connect one under Settings → Accounts.',
    );
    await connect(mcpId, { as: grace.client, user: 'grace' });
    expect((await execute(agentId, grace.client)).output).toBe('It said: read for grace');
    expect((await execute(agentId)).output).toBe('It said: read for ada');
    await grace.client.call(endpoints.disconnect, { params: { id: mcpId }, query: {} });
    expect((await get(mcpId, grace.client)).grant).toBeNull();
    expect((await get(mcpId)).grant).not.toBeNull();
  });

  it('of a member who may not see tools is connected from a list of their own', async () => {
    const name = unique('Calendar');
    const { mcpId } = await addServer({ name, sharing: 'PERSON' });
    await addServer({ name: unique('Of the company') });
    const guest = await joinTenant(server, { tenantId, role: 'USER' });
    expect((await guest.client.send(endpoints.list, { query: {} })).body.code).toBe('auth.forbidden');
    const search = name.slice(0, 12);
    const seen = () => guest.client.call(endpoints.listAccounts, { query: { search } });
    const site = new URL(guarded.url).host;
    expect((await seen()).items).toEqual([{ mcpId, name, description: '', site, grant: null }]);
    await connect(mcpId, { as: guest.client, user: 'grace' });
    expect((await seen()).items).toMatchObject([{ mcpId, grant: { state: 'CONNECTED', problem: null } }]);
    const all = await guest.client.call(endpoints.listAccounts, { query: {} });
    expect(all.items.some((item) => item.name.startsWith('Of the company'))).toBe(false);
    const body = { mcpId, name, url: guarded.url, authentication: 'OAUTH', active: false } as const;
    await client.call(endpoints.update, { body });
    expect((await seen()).items).toEqual([]);
    await guest.client.call(endpoints.disconnect, { params: { id: mcpId }, query: {} });
  });

  it('of the company is connected by those who may change tools', async () => {
    const { mcpId } = await addServer();
    const guest = await joinTenant(server, { tenantId, role: 'USER' });
    const refused = await guest.client.send(endpoints.connect, { params: { id: mcpId } });
    expect(refused.body.code).toBe('auth.forbidden');
  });

  it('is finished once, in the session that began, and not by a code of another server', async () => {
    const { mcpId } = await addServer();
    const { authorizationUrl } = await client.call(endpoints.connect, { params: { id: mcpId } });
    const { code = '', state = '', iss = '' } = await guarded.visit(authorizationUrl);
    const grace = await joinTenant(server, { tenantId, role: 'ADMIN' });
    const stolen = await grace.client.send(endpoints.finishConnecting, { body: { code, state, iss } });
    expect(stolen.body.code).toBe('mcps.state_unknown');
    const foreign = { code, state, iss: 'https://elsewhere.example' };
    const mixed = await client.send(endpoints.finishConnecting, { body: foreign });
    expect(mixed.body.code).toBe('mcps.grant_refused');
    const again = await client.send(endpoints.finishConnecting, { body: { code, state, iss } });
    expect(again.body.code).toBe('mcps.state_unknown');
  });

  it('is forgotten when the server moves, and is never sent to the new address', async () => {
    const mcpId = await makeConnected();
    const { name } = await get(mcpId);
    const url = `${guarded.issuer.replace('127.0.0.1', 'localhost')}/mcp`;
    const moved = await client.call(endpoints.update, {
      body: { mcpId, name, url, authentication: 'OAUTH' },
    });
    expect(moved.grant).toBeNull();
  });

  it('cannot be connected where a server names no place to allow access', async () => {
    const { mcpId } = await addServer({ url: `${guarded.issuer}/nowhere` });
    const { body } = await client.send(endpoints.connect, { params: { id: mcpId } });
    expect(body.code).toMatch(/^mcps\.(no_authorization|unreachable|client_needed)$/);
  });

  it('belongs to a client that describes itself without secrets', async () => {
    const reply = await fetch(`${server.origin}/api/crew/mcp-client`);
    expect(reply.headers.get('content-type')).toContain('application/json');
    expect(await reply.json()).toMatchObject({
      client_id: `${server.origin}/api/crew/mcp-client`,
      redirect_uris: [`${server.origin}/connection-auth`],
      token_endpoint_auth_method: 'none',
    });
  });
});

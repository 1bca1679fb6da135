import { auth } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { apps } from '@atelier/contracts/assistants/apps';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { prompts } from '@atelier/contracts/assistants/prompts/prompts';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { comeByInvitation, inviteTo, whoIs } from '../../../../tests/invitation.ts';
import { joinTenant } from '../../../../tests/member.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = people;

/** Creates a user with a tenant of their own, who was invited to another one and is signed in to their own. */
const guestOf = async () => {
  const host = await server.signUp('Ada Lovelace');
  const guest = await server.signUp('Grace Hopper');
  await server.sql(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'BUILDER')`, [
    host.user.tenantId,
    guest.user.userId,
  ]);
  return { host, guest };
};
const switchTo = (client: Client, tenantId: string) =>
  client.send(endpoints.switchTenant, { body: { tenantId } });

describe('the tenants of a user', () => {
  it('are listed, their own first with role OWNER', { tags: ['TENANT-02', 'TENANT-05'] }, async () => {
    const { host, guest } = await guestOf();
    const { tenants } = await guest.client.call(endpoints.listTenants, {});
    expect(tenants).toEqual([
      {
        tenantId: guest.user.tenantId,
        tenantName: 'Grace Hopper Ltd',
        companyName: 'Grace Hopper Ltd',
        firstName: 'Grace',
        profilePicture: null,
        email: guest.email,
        status: 'ACTIVE',
        role: 'OWNER',
        isOwn: true,
      },
      expect.objectContaining({
        tenantId: host.user.tenantId,
        firstName: 'Ada',
        email: host.email,
        role: 'BUILDER',
        isOwn: false,
      }),
    ]);
  });

  it('are read one by one, with the tenants that the user was invited to', {
    tags: ['TENANT-03', 'TENANT-12'],
  }, async () => {
    const { host, guest } = await guestOf();
    const read = (query: { populate?: 'invitedBy' }) =>
      guest.client.call(endpoints.getTenant, { params: { id: guest.user.tenantId }, query });
    const invitedBy = { tenantId: host.user.tenantId, role: 'BUILDER' };
    expect(await read({})).toMatchObject({
      tenantName: 'Grace Hopper Ltd',
      firstName: 'Grace',
      profilePicture: null,
      email: guest.email,
      status: 'ACTIVE',
      companyName: 'Grace Hopper Ltd',
      invitedBy: [{ ...invitedBy, tenant: null }],
      userWalkthroughTutorials: { hasSeenKbGuide: false, hasSeenAppGuide: false, hasSeenAgentGuide: false },
    });
    expect((await read({ populate: 'invitedBy' })).invitedBy).toMatchObject([
      { ...invitedBy, tenant: { tenantName: 'Ada Lovelace Ltd', status: 'ACTIVE' } },
    ]);
    const stranger = await server.signUp();
    const refused = await stranger.client.send(endpoints.getTenant, { params: { id: host.user.tenantId } });
    expect([refused.status, refused.body.code]).toEqual([404, 'people.tenant_not_found']);
  });

  it('are not listed for an API key, which knows only its own tenant', async () => {
    const { host, guest } = await guestOf();
    const { apiKey } = await guest.client.call(auth.endpoints.getApiKey, {});
    const script = new Client(server.origin, apiKey ?? '');
    const { tenants } = await script.call(endpoints.listTenants, {});
    expect(tenants.map(({ tenantId }) => tenantId)).toEqual([guest.user.tenantId]);
    const own = await script.call(endpoints.getTenant, { params: { id: guest.user.tenantId }, query: {} });
    expect(own).toMatchObject({ tenantName: 'Grace Hopper Ltd', invitedBy: [] });
    const other = await script.send(endpoints.getTenant, { params: { id: host.user.tenantId } });
    expect([other.status, other.body.code]).toEqual([404, 'people.tenant_not_found']);
  });

  it('are ACTIVE or DISABLED, nothing else', { tags: ['TENANT-04'] }, async () => {
    const { guest, host } = await guestOf();
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [host.user.tenantId]);
    const { tenants } = await guest.client.call(endpoints.listTenants, {});
    expect(tenants.map(({ status }) => status)).toEqual(['ACTIVE', 'DISABLED']);
    const third = server.sql(`update tenants set status = 'PAUSED' where id = $1`, [host.user.tenantId]);
    await expect(third).rejects.toThrow('tenants_status_check');
  });
});

describe('switching the company', () => {
  it('moves the session, with the role there, under a new token', {
    tags: ['TENANT-02', 'TENANT-07'],
  }, async () => {
    const { host, guest } = await guestOf();
    const before = guest.client.cookies.get('atelier_session') ?? '';
    const { body } = await switchTo(guest.client, host.user.tenantId);
    expect(body.responseData.user).toMatchObject({ tenantId: host.user.tenantId, role: 'BUILDER' });
    expect(guest.client.cookies.get('atelier_session')).not.toBe(before);
    expect(await whoIs(guest.client)).toMatchObject({
      tenantId: host.user.tenantId,
      adminTenantId: guest.user.tenantId,
    });
    const old = server.visitor();
    old.cookies.set('atelier_session', before);
    expect(await whoIs(old)).toBeNull();
    const created = await guest.client.send(knowledge.endpoints.create, { body: { name: 'Theirs' } });
    expect(created.status).toBe(200);
    expect((await host.client.call(knowledge.endpoints.list, {})).items).toHaveLength(1);
  });

  it('is refused for a disabled company', { tags: ['TENANT-06'] }, async () => {
    const { host, guest } = await guestOf();
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [host.user.tenantId]);
    const { status, body } = await switchTo(guest.client, host.user.tenantId);
    expect([status, body.code]).toEqual([403, 'people.tenant_disabled']);
    expect((await whoIs(guest.client))?.tenantId).toBe(guest.user.tenantId);
  });

  it('finds no tenant that the user does not belong to', async () => {
    const { host } = await guestOf();
    const stranger = await server.signUp();
    const { status, body } = await switchTo(stranger.client, host.user.tenantId);
    expect([status, body.code]).toEqual([404, 'people.tenant_not_found']);
  });

  it('is refused to API keys, which belong to one tenant', async () => {
    const { host, guest } = await guestOf();
    const { apiKey } = await guest.client.call(auth.endpoints.getApiKey, {});
    const { body } = await switchTo(new Client(server.origin, apiKey ?? ''), host.user.tenantId);
    expect(body.code).toBe('people.session_needed');
  });
});

describe('a profile', () => {
  it('is found by id or email in the user’s own tenant, and says whether the address is verified', {
    tags: ['TENANT-13', 'TENANT-14', 'TENANT-15'],
  }, async () => {
    const owner = await server.signUp('Ada Lovelace');
    const guest = await comeByInvitation(server, owner.client, 'OPERATOR');
    const profile = (query: object) => owner.client.send(endpoints.getProfile, { query });
    const expected = {
      userId: guest.user.userId,
      firstName: 'Grace',
      lastName: 'Hopper',
      email_verified: true,
    };
    const { tenantId } = owner.user;
    expect((await profile({ userId: guest.user.userId, tenantId })).body.responseData).toMatchObject(
      expected,
    );
    expect((await profile({ email: guest.email.toUpperCase() })).body.responseData).toMatchObject(expected);
    expect((await profile({})).body.responseData).toMatchObject({
      email: owner.email,
      email_verified: false,
    });
    const both = await profile({ email: owner.email, userId: guest.user.userId });
    expect(both.body.code).toBe('people.member_not_found');
    const google = await profile({ email: guest.email, connection: 'google-oauth2' });
    expect(google.body.code).toBe('people.member_not_found');
    await server.sql(`insert into accounts (id, user_id, provider, subject) values ($1, $1, 'google', $1)`, [
      guest.user.userId,
    ]);
    const linked = await profile({ email: guest.email, connection: 'google-oauth2' });
    expect(linked.body.responseData).toMatchObject(expected);
  });

  it('of another company is not found', async () => {
    const owner = await server.signUp();
    const stranger = await server.signUp();
    for (const query of [{ email: stranger.email }, { userId: stranger.user.userId }])
      expect((await owner.client.send(endpoints.getProfile, { query })).status).toBe(404);
  });
});

describe('searching entities', () => {
  it('finds apps and knowledge bases of the tenant by name, with their addresses', async () => {
    const owner = await server.signUp();
    const stranger = await server.signUp();
    const { knowledgeBaseId } = await owner.client.call(knowledge.endpoints.create, {
      body: { name: 'Harbour' },
    });
    const { appId } = await owner.client.call(apps.endpoints.create, { body: { name: 'Harbour help' } });
    await owner.client.call(apps.endpoints.create, { body: { name: 'Kitchen' } });
    const find = async (client: Client, search: string) =>
      (await client.call(endpoints.searchEntities, { query: { search } })).entities;
    expect(await find(owner.client, 'harb')).toEqual(
      expect.arrayContaining([
        { entityId: appId, kind: 'APP', label: 'app', name: 'Harbour help', address: `/apps/${appId}` },
        expect.objectContaining({ entityId: knowledgeBaseId, kind: 'KNOWLEDGE_BASE' }),
      ]),
    );
    expect(await find(owner.client, 'harb')).toHaveLength(2);
    expect(await find(stranger.client, 'harb')).toEqual([]);
  });

  it('finds flows of the tenant by name', async () => {
    const owner = await server.signUp();
    const stranger = await server.signUp();
    const { flowId } = await owner.client.call(flows.endpoints.create, {
      body: { displayName: 'Harbour watch' },
    });
    const find = async (client: Client) =>
      (await client.call(endpoints.searchEntities, { query: { search: 'harb' } })).entities;
    expect(await find(owner.client)).toEqual([
      {
        ...{ entityId: flowId, kind: 'FLOW', label: 'flow' },
        ...{ name: 'Harbour watch', address: `/flows/${flowId}` },
      },
    ]);
    expect(await find(stranger.client)).toEqual([]);
  });

  it('finds things of every kind that users make', { tags: ['TENANT-19'] }, async () => {
    const { client } = await server.signUp();
    const stranger = await server.signUp();
    const name = 'Harbour';
    const made = {
      APP: (await client.call(apps.endpoints.create, { body: { name } })).appId,
      KNOWLEDGE_BASE: (await client.call(knowledge.endpoints.create, { body: { name } })).knowledgeBaseId,
      AGENT: (await client.call(agents.endpoints.create, { body: { name } })).agentId,
      CREW: (await client.call(crews.endpoints.create, { body: { name: 'Harbour crew' } })).crewId,
      PROMPT: (await client.call(prompts.endpoints.create, { body: { name } })).promptId,
      FLOW: (await client.call(flows.endpoints.create, { body: { displayName: name } })).flowId,
    };
    await client.call(apps.endpoints.create, { body: { name: 'Kitchen' } });
    const find = async (of: Client, search: string) =>
      (await of.call(endpoints.searchEntities, { query: { search } })).entities;
    const found = (await find(client, 'harb')).map(({ kind, entityId }) => [kind, entityId]);
    expect(Object.fromEntries(found)).toEqual(made);
    expect(await find(stranger.client, 'harb')).toEqual([]);
  });

  it('shows an operator nothing that was not granted to them', async () => {
    const owner = await server.signUp();
    await owner.client.call(apps.endpoints.create, { body: { name: 'Secret' } });
    const { client } = await joinTenant(server, { tenantId: owner.user.tenantId, role: 'OPERATOR' });
    const { entities } = await client.call(endpoints.searchEntities, { query: { search: 'secret' } });
    expect(entities).toEqual([]);
  });
});

describe('the mail of an invitation', () => {
  it('names the inviter and the tenant', async () => {
    const owner = await server.signUp('Ada Lovelace');
    const { email } = await inviteTo(server, owner.client, { role: 'BUILDER' });
    const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
    const mail = mails.find(({ to }) => to === email);
    expect(mail?.subject).toBe('Ada Lovelace invites you to Ada Lovelace Ltd');
    expect(mail?.text).toContain('as a builder');
  });
});

import { auth } from '@atelier/contracts/account/identity/auth';
import { type MemberRole, people } from '@atelier/contracts/account/people/people';
import { apps } from '@atelier/contracts/assistants/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { comeByInvitation, inviteTo, whoIs } from '../../../../tests/invitation.ts';
import { joinTenant } from '../../../../tests/member.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = people;
const list = (client: Client, query: object = {}) => client.call(endpoints.listMembers, { query });
const setRole = (client: Client, userId: string, role: MemberRole) =>
  client.send(endpoints.updateMember, { params: { userId }, body: { role } });
const remove = (client: Client, userId: string) =>
  client.send(endpoints.removeMember, { params: { userId } });

const tenant = async () => {
  const owner = await server.signUp('Ada Lovelace');
  const { tenantId } = owner.user;
  const admin = await joinTenant(server, { tenantId, role: 'ADMIN', name: 'Joan Clarke' });
  const member = await joinTenant(server, { tenantId, role: 'USER', name: 'Grace Hopper' });
  return { owner, admin, member, tenantId };
};

describe('the list of users', () => {
  it('shows members and open invitations with role, status and last visit', {
    tags: ['TENANT-17'],
  }, async () => {
    const { owner, member } = await tenant();
    const { email } = await inviteTo(server, owner.client, { role: 'BUILDER' });
    const { items, total } = await list(owner.client, { sort: 'role' });
    expect(total).toBe(4);
    expect(items.map(({ role, status }) => [role, status])).toEqual([
      ['OWNER', 'ACTIVE'],
      ['ADMIN', 'ACTIVE'],
      ['BUILDER', 'INVITED'],
      ['USER', 'ACTIVE'],
    ]);
    expect(items[0]).toMatchObject({ isSelf: true, abilities: { changeRole: false, remove: false } });
    expect(items[2]).toMatchObject({ email, name: null, invitedBy: 'Ada Lovelace', joinedAt: null });
    expect(items[3]).toMatchObject({ id: member.userId, email: member.email });
    expect(items[3]?.lastActiveAt).not.toBeNull();
  });

  it('is searched by name and email, filtered, sorted and read page by page', {
    tags: ['TENANT-17'],
  }, async () => {
    const { owner, member } = await tenant();
    const { email } = await inviteTo(server, owner.client);
    const names = async (query: object) => (await list(owner.client, query)).items.map(({ name }) => name);
    expect(await names({ search: 'grace' })).toEqual(['Grace Hopper']);
    expect(await names({ search: member.email.slice(0, 8) })).toEqual(['Grace Hopper']);
    expect(await names({ role: 'ADMIN' })).toEqual(['Joan Clarke']);
    expect((await list(owner.client, { status: 'INVITED' })).items.map((one) => one.email)).toEqual([email]);
    for (const sort of ['name', 'email', 'role', 'joinedAt', 'lastActiveAt'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await list(owner.client, { sort, order, limit: 1, cursor });
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor ?? undefined;
        } while (cursor);
        expect(new Set(seen).size, `${sort} ${order}`).toBe(4);
        expect(seen, `${sort} ${order}`).toHaveLength(4);
      }
  });

  it('is open only to owners and admins', { tags: ['TENANT-16', 'ROLE-10'] }, async () => {
    const { admin, member } = await tenant();
    expect((await admin.client.send(endpoints.listMembers, {})).status).toBe(200);
    expect((await member.client.send(endpoints.listMembers, {})).body.code).toBe('auth.forbidden');
  });
});

describe('a role', () => {
  it('is one of five, and a change takes effect at the next request, for sessions and API keys', {
    tags: ['ROLE-01', 'ROLE-06'],
  }, async () => {
    const { owner, member } = await tenant();
    const make = () =>
      member.client.send(knowledge.endpoints.create, { body: { name: crypto.randomUUID() } });
    expect((await make()).status).toBe(403);
    expect((await setRole(owner.client, member.userId, 'BUILDER')).status).toBe(200);
    expect((await make()).status).toBe(200);
    const { apiKey } = await member.client.call(auth.endpoints.getApiKey, {});
    const script = new Client(server.origin, apiKey ?? '');
    expect((await script.send(apps.endpoints.create, { body: { name: 'Ours' } })).status).toBe(200);
    await setRole(owner.client, member.userId, 'OPERATOR');
    expect((await make()).status).toBe(403);
    expect((await script.send(apps.endpoints.create, { body: { name: 'More' } })).status).toBe(403);
    expect((await whoIs(member.client))?.role).toBe('OPERATOR');
  });

  it('cannot be changed for the owner, nor for oneself', {
    tags: ['ROLE-03', 'ROLE-04'],
  }, async () => {
    const { owner, admin } = await tenant();
    const { user } = owner;
    expect((await setRole(admin.client, user.userId, 'USER')).body.code).toBe('people.owner_stays');
    expect((await setRole(owner.client, user.userId, 'USER')).body.code).toBe('people.owner_stays');
    expect((await setRole(admin.client, admin.userId, 'USER')).body.code).toBe('people.own_membership');
    const [row] = await server.sql(
      `select count(*)::int as owners from memberships where tenant_id = $1 and role = 'OWNER'`,
      [user.tenantId],
    );
    expect(row).toEqual({ owners: 1 });
  });

  it('OWNER is held by one member only, even in direct writes to the database', {
    tags: ['ROLE-03'],
  }, async () => {
    const { member, tenantId } = await tenant();
    const second = server.sql(`update memberships set role = 'OWNER' where tenant_id = $1 and user_id = $2`, [
      tenantId,
      member.userId,
    ]);
    await expect(second).rejects.toThrow('memberships_one_owner');
  });

  it('lets a user configure apps by hand from BUILDER on', {
    tags: ['ROLE-14'],
  }, async () => {
    const { owner, member } = await tenant();
    const { appId } = await owner.client.call(apps.endpoints.create, {
      body: { name: 'Help', access: 'PUBLIC' },
    });
    const configure = () =>
      member.client.send(apps.endpoints.update, { body: { appId, instructions: 'Answer in verse.' } });
    for (const role of ['USER', 'OPERATOR'] as const) {
      await setRole(owner.client, member.userId, role);
      expect((await configure()).status).toBe(403);
    }
    for (const role of ['BUILDER', 'ADMIN'] as const) {
      await setRole(owner.client, member.userId, role);
      expect((await configure()).status).toBe(200);
    }
  });

  it('can be changed by an admin too, and by no lower role', {
    tags: ['ROLE-04', 'ROLE-10', 'TENANT-16'],
  }, async () => {
    const { admin, member } = await tenant();
    expect((await setRole(admin.client, member.userId, 'OPERATOR')).status).toBe(200);
    expect((await setRole(member.client, admin.userId, 'USER')).status).toBe(403);
    expect((await remove(member.client, admin.userId)).status).toBe(403);
  });
});

describe('a removed member', () => {
  it('continues in their own tenant, with the same session', { tags: ['TENANT-10'] }, async () => {
    const owner = await server.signUp();
    const guest = await server.signUp('Grace Hopper');
    const { token } = await inviteTo(server, owner.client, { email: guest.email });
    await guest.client.call(endpoints.acceptInvitation, { params: { id: token }, body: undefined });
    expect((await whoIs(guest.client))?.tenantId).toBe(owner.user.tenantId);
    expect((await remove(owner.client, guest.user.userId)).status).toBe(200);
    expect(await whoIs(guest.client)).toMatchObject({ tenantId: guest.user.tenantId, role: 'OWNER' });
    const { tenants } = await guest.client.call(endpoints.listTenants, {});
    expect(tenants).toHaveLength(1);
  });

  it('without another tenant gets one of their own, named after them', { tags: ['TENANT-10'] }, async () => {
    const owner = await server.signUp();
    const guest = await comeByInvitation(server, owner.client, 'BUILDER');
    await remove(owner.client, guest.user.userId);
    expect(await whoIs(guest.client)).toMatchObject({ role: 'OWNER', tenantName: 'Grace Hopper’s company' });
    expect((await guest.client.send(endpoints.listMembers, {})).status).toBe(200);
  });

  it('who is signed out gets their own tenant at the next sign-in', { tags: ['TENANT-10'] }, async () => {
    const owner = await server.signUp();
    const guest = await comeByInvitation(server, owner.client);
    await guest.client.call(auth.endpoints.signOut, {});
    await remove(owner.client, guest.user.userId);
    const [before] = await server.sql('select count(*)::int as n from memberships where user_id = $1', [
      guest.user.userId,
    ]);
    expect(before).toEqual({ n: 0 });
    const { user } = await guest.client.call(auth.endpoints.signIn, {
      body: { email: guest.email, password: 'Correct-Horse-7' },
    });
    expect(user).toMatchObject({ role: 'OWNER', tenantName: 'Grace Hopper’s company' });
  });

  it('loses their API key of this tenant', async () => {
    const owner = await server.signUp();
    const guest = await comeByInvitation(server, owner.client, 'BUILDER');
    const { apiKey } = await guest.client.call(auth.endpoints.getApiKey, {});
    const script = new Client(server.origin, apiKey ?? '');
    expect((await script.send(apps.endpoints.list, {})).status).toBe(200);
    await remove(owner.client, guest.user.userId);
    expect((await script.send(apps.endpoints.list, {})).body.code).toBe('auth.unauthenticated');
  });

  it('cannot be the owner, the remover, or a user outside the tenant', async () => {
    const { owner, admin } = await tenant();
    const stranger = await server.signUp();
    expect((await remove(admin.client, owner.user.userId)).body.code).toBe('people.owner_stays');
    expect((await remove(admin.client, admin.userId)).body.code).toBe('people.own_membership');
    expect((await remove(admin.client, stranger.user.userId)).body.code).toBe('people.member_not_found');
  });
});

describe('a mail', () => {
  const mailTo = (email: string, subject: string) =>
    eventually(async () =>
      (await server.visitor().call(auth.endpoints.outbox, {})).mails.find(
        (mail) => mail.to === email && mail.subject === subject,
      ),
    );

  it('tells a removed member, also when they are signed out', { tags: ['TENANT-10'] }, async () => {
    const { owner, member } = await tenant();
    await member.client.call(auth.endpoints.signOut, {});
    await remove(owner.client, member.userId);
    const mail = await mailTo(member.email, 'You do not belong to Ada Lovelace Ltd any more');
    expect(mail.text).toContain('Hello Grace Hopper,');
    expect(mail.text).toContain('your API key there has stopped working');
    const refused = await remove(owner.client, member.userId);
    expect(refused.body.code).toBe('people.member_not_found');
  });

  it('tells both sides that the ownership was transferred', { tags: ['ROLE-05'] }, async () => {
    const { owner, member, tenantId } = await tenant();
    await owner.client.call(endpoints.transferOwnership, {
      params: { id: tenantId },
      body: { userId: member.userId, tenantName: 'Ada Lovelace Ltd' },
    });
    const heir = await mailTo(member.email, 'Ada Lovelace Ltd is yours now');
    expect(heir.text).toContain('Ada Lovelace made you the owner of Ada Lovelace Ltd.');
    const former = await mailTo(owner.email, 'Ada Lovelace Ltd belongs to Grace Hopper now');
    expect(former.text).toContain('If this was not you, change your password at once');
    expect(former.text).toContain('/settings/company');
  });
});

describe('asking for more access', () => {
  const asking = { body: { message: 'The shop app, please' } };
  const mailsTo = async (email: string) =>
    (await server.visitor().call(auth.endpoints.outbox, {})).mails.filter(({ to }) => to === email);

  it('mails the user who invited the operator', { tags: ['ROLE-07'] }, async () => {
    const { admin } = await tenant();
    const operator = await comeByInvitation(server, admin.client, 'OPERATOR', 'Katherine Johnson');
    await operator.client.call(endpoints.askForAccess, asking);
    const mail = await eventually(async () =>
      (await mailsTo(admin.email)).find(({ subject }) => subject.startsWith('Katherine Johnson asks')),
    );
    expect(mail.text).toContain('The shop app, please');
    expect(mail.text).toContain('Hello Joan Clarke,');
  });

  it('mails the owner when the inviter is gone', async () => {
    const { owner, admin } = await tenant();
    const operator = await comeByInvitation(server, admin.client, 'OPERATOR', 'Katherine Johnson');
    await remove(owner.client, admin.userId);
    await operator.client.call(endpoints.askForAccess, asking);
    const mail = await eventually(async () =>
      (await mailsTo(owner.email)).find(({ subject }) => subject.startsWith('Katherine Johnson asks')),
    );
    expect(mail.subject).toBe('Katherine Johnson asks for more access in Ada Lovelace Ltd');
  });

  it('is forbidden to every other role', { tags: ['ROLE-08', 'ROLE-09'] }, async () => {
    const { owner, admin, member, tenantId } = await tenant();
    const builder = await joinTenant(server, { tenantId, role: 'BUILDER' });
    for (const { client } of [owner, admin, member, builder])
      expect((await client.send(endpoints.askForAccess, asking)).body.code).toBe('people.asking_not_needed');
  });
});

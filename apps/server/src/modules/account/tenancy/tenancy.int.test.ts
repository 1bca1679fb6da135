import { auth } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditTrail, eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { comeByInvitation, whoIs } from '../../../../tests/invitation.ts';
import { joinTenant } from '../../../../tests/member.ts';
import { newId } from '../../../kernel/base/ids.ts';
import { defineModule, subscribe } from '../../../kernel/module/module.ts';
import { tenantEvents } from './declarations.ts';
import {
  changeTenantStatus,
  ensureOwnTenant,
  foundTenant,
  isRefounded,
  listTenantsForAdmin,
  prepareFallBack,
  tenantDeletion,
  tenantMembers,
} from './index.ts';

let server: TestServer;
const facts: [string, object][] = [];
beforeAll(async () => {
  const listener = defineModule({
    name: 'listener',
    subscribers: [
      subscribe(tenantEvents.created, async (_ctx, fact) => void facts.push(['created', fact])),
      subscribe(tenantEvents.closing, async (_ctx, fact) => void facts.push(['closing', fact])),
    ],
  });
  server = await startTestServer({ extraModules: [listener] });
});
afterAll(() => server.close());

const ownedBy = (userId: string) =>
  server.sql<{ id: string; name: string; slug: string; status: string }>(
    `select t.id, t.name, t.slug, t.status from tenants t join memberships m on m.tenant_id = t.id
     where m.user_id = $1 and m.role = 'OWNER' order by m.created_at`,
    [userId],
  );
const rolesIn = async (tenantId: string) =>
  Object.fromEntries(
    (
      await server.sql<{ user_id: string; role: string }>(
        'select user_id, role from memberships where tenant_id = $1',
        [tenantId],
      )
    ).map(({ user_id, role }) => [user_id, role]),
  );

describe('founding a company', () => {
  it('makes a slug of its name, which a random end keeps apart from others', async () => {
    const { user } = await server.signUp();
    const slugOf = async (name: string) => {
      const tenantId = newId('ten');
      await server
        .contextOf(tenantId)
        .tx((tx) => foundTenant(tx, { name, ownerId: user.userId }))
        .catch((error: unknown) => {
          throw new Error(`No company was founded with the name ${name}.`, { cause: error });
        });
      const [row] = await server.sql<{ slug: string }>('select slug from tenants where id = $1', [tenantId]);
      return row?.slug;
    };
    expect(await slugOf('Café Größe & Co')).toMatch(/^cafe-grosse-co-[0-9a-f]{8}$/);
    expect(await slugOf('!Engines!')).toMatch(/^engines-[0-9a-f]{8}$/);
    expect(await slugOf('日本')).toMatch(/^company-[0-9a-f]{8}$/);
    expect(await slugOf(`X${'a'.repeat(60)}`)).toMatch(/^xa{39}-[0-9a-f]{8}$/);
  });

  it('makes its founder the owner, is announced and recorded, and is known as the first or a later one', async () => {
    const { user } = await server.signUp();
    const later = newId('ten');
    await server.contextOf(later).tx((tx) => foundTenant(tx, { name: 'Later', ownerId: user.userId }));
    const refounded = (tenantId: string) => server.contextOf(tenantId).tx((tx) => isRefounded(tx));
    expect([await refounded(user.tenantId), await refounded(later)]).toEqual([false, true]);
    expect(await rolesIn(later)).toEqual({ [user.userId]: 'OWNER' });
    expect(await auditTrail(server, later)).toEqual(['tenancy.tenant_created']);
    await eventually(async () => facts.some(([, fact]) => Reflect.get(fact, 'tenantId') === later));
    expect(facts).toContainEqual(['created', { tenantId: later, ownerId: user.userId }]);
  });

  it('is done for a user who owns none, or is about to lose the one that they own', async () => {
    const { client, user } = await server.signUp();
    const guest = await comeByInvitation(server, client);
    const { userId } = guest.user;
    const ensure = (losing?: string) =>
      ensureOwnTenant(
        server.contextOf(user.tenantId).inTenant,
        { userId, name: 'Grace Hopper' },
        ...(losing === undefined ? [] : [losing]),
      );
    await ensure();
    const [own] = await ownedBy(userId);
    expect(own?.name).toBe('Grace Hopper’s company');
    await ensure();
    await ensure(user.tenantId);
    expect(await ownedBy(userId)).toHaveLength(1);
    await ensure(own?.id);
    expect(await ownedBy(userId)).toHaveLength(2);
  });

  it('is done for those who are signed in to a company that is deleted, and for the owner of a disabled one not', async () => {
    const { client, user } = await server.signUp();
    const guest = await comeByInvitation(server, client);
    const { tenantId } = user;
    const ctx = server.contextOf(tenantId);
    await prepareFallBack(ctx, { tenantId });
    expect(await ownedBy(guest.user.userId)).toHaveLength(1);
    expect(await ownedBy(user.userId)).toHaveLength(1);
    await prepareFallBack(ctx, { tenantId, isDeleted: true });
    expect(await ownedBy(user.userId)).toHaveLength(2);
  });
});

describe('closing a company', () => {
  it('disables it for good, moves its users away, and is announced and recorded', async () => {
    const { client, user } = await server.signUp();
    const guest = await comeByInvitation(server, client);
    const { tenantId } = user;
    const ctx = server.contextOf(tenantId);
    await prepareFallBack(ctx, { tenantId, isDeleted: true });
    await ctx.tx((tx) => tenantDeletion.begin(tx));
    expect((await whoIs(guest.client))?.tenantName).toBe('Grace Hopper’s company');
    expect((await whoIs(client))?.tenantName).toBe('Ada Lovelace’s company');
    expect(await auditTrail(server, tenantId)).toContain('tenancy.tenant_closing');
    expect(await changeTenantStatus(ctx, tenantId, { status: 'ACTIVE' })).toBe(false);
    await eventually(async () => facts.some(([what]) => what === 'closing'));
    expect(facts).toContainEqual(['closing', { tenantId }]);
  });
});

describe('the members of a company', () => {
  it('have one owner, who becomes an admin when another member becomes it', async () => {
    const { user } = await server.signUp();
    const { tenantId, userId: from } = user;
    const heir = await joinTenant(server, { tenantId, role: 'USER' });
    const ctx = server.contextOf(tenantId);
    expect(await ctx.tx((tx) => tenantMembers.changeOwner(tx, { from, to: heir.userId }))).toBe(true);
    expect(await rolesIn(tenantId)).toEqual({ [from]: 'ADMIN', [heir.userId]: 'OWNER' });
    const undone = ctx.tx(async (tx) => {
      expect(await tenantMembers.changeOwner(tx, { from: heir.userId, to: 'auth_gone' })).toBe(false);
      throw new Error('There would be no owner.');
    });
    await expect(undone).rejects.toThrow('There would be no owner.');
  });

  it('lend their access to what acts for them, as long as they are members', async () => {
    const { user } = await server.signUp();
    const { tenantId } = user;
    const builder = await joinTenant(server, { tenantId, role: 'BUILDER' });
    const ctx = server.contextOf(tenantId);
    const acting = (memberId: string) =>
      tenantMembers.asMember(ctx, async () => ({ memberId, name: 'A flow' }));
    expect((await acting(builder.userId))?.actor).toEqual({
      ...{ kind: 'user', userId: builder.userId, role: 'BUILDER', name: 'A flow' },
    });
    expect(await acting('auth_gone')).toBeUndefined();
    expect(await tenantMembers.asMember(ctx, async () => undefined)).toBeUndefined();
  });
});

describe('disabling a company', () => {
  it('moves its users to their own tenants, and enabling opens it again', {
    tags: ['TENANT-06', 'TENANT-10'],
  }, async () => {
    const owner = await server.signUp();
    const guest = await comeByInvitation(server, owner.client);
    const { tenantId } = owner.user;
    const operator = server.contextOf((await server.signUp()).user.tenantId);
    expect(await changeTenantStatus(operator, tenantId, { status: 'DISABLED', reason: 'Unpaid' })).toBe(true);
    expect((await whoIs(guest.client))?.tenantName).toBe('Grace Hopper’s company');
    // The owner has no other tenant, and none is created to get around the lock.
    expect(await whoIs(owner.client)).toBeNull();
    const signIn = { body: { email: owner.email, password: owner.password } };
    expect((await owner.client.send(auth.endpoints.signIn, signIn)).body.code).toBe('auth.no_membership');
    expect(await changeTenantStatus(operator, tenantId, { status: 'ACTIVE' })).toBe(true);
    expect((await owner.client.call(auth.endpoints.signIn, signIn)).user).toMatchObject({ tenantId });
    const switched = await guest.client.send(people.endpoints.switchTenant, { body: { tenantId } });
    expect(switched.status).toBe(200);
    const trail = await server.sql(
      `select action, details from audit_log where tenant_id = $1 and action ~ 'abled$' order by action`,
      [tenantId],
    );
    expect(trail).toEqual([
      { action: 'tenancy.tenant_disabled', details: { reason: 'Unpaid' } },
      { action: 'tenancy.tenant_enabled', details: {} },
    ]);
    expect(await changeTenantStatus(operator, 'ten_missing', { status: 'DISABLED', reason: 'Unpaid' })).toBe(
      false,
    );
  });

  it('keeps it in the list of all tenants, which is searched by name or owner', async () => {
    const owner = await server.signUp('Katherine Johnson');
    const ctx = server.contextOf(owner.user.tenantId);
    const page = { sort: 'createdAt', order: 'desc', limit: 10 } as const;
    const byEmail = await listTenantsForAdmin(ctx, { ...page, search: owner.email });
    expect(byEmail).toMatchObject({
      total: 1,
      rows: [{ tenantName: 'Katherine Johnson Ltd', ownerName: 'Katherine Johnson', members: 1 }],
    });
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [owner.user.tenantId]);
    const disabled = await listTenantsForAdmin(ctx, { ...page, sort: 'members', status: 'DISABLED' });
    expect(disabled.rows.map(({ tenantId }) => tenantId)).toContain(owner.user.tenantId);
  });
});

import { auth } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import { apps } from '@atelier/contracts/assistants/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { comeByInvitation, inviteTo, whoIs } from '../../../../tests/invitation.ts';
import { importTexts, listObjects, settled } from '../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../tests/member.ts';
import { deleteTenant, deletionJob } from './service/remove-tenant.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = people;

const tenantOf = (tenantId: string) => ({ params: { id: tenantId } });

/** Returns every row that names the tenant, from all tables. */
const rowsOf = async (on: TestServer, tenantId: string) => {
  const tables = await on.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
       where n.nspname = 'public' and c.relkind in ('r', 'p')`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await on.sql(`select 1 from ${name} where tenant_id = $1 limit 1`, [tenantId]);
    if (rows.length > 0) found.push(name);
  }
  if ((await on.sql('select 1 from tenants where id = $1', [tenantId])).length > 0) found.push('tenants');
  return found;
};

const tenantWithThings = async (on: TestServer) => {
  const owner = await on.signUp('Ada Lovelace');
  const { client, user } = owner;
  const { knowledgeBaseId } = await client.call(knowledge.endpoints.create, { body: { name: 'Handbook' } });
  await client.call(apps.endpoints.create, { body: { name: 'Help', knowledgeBaseIds: [knowledgeBaseId] } });
  const imports = await importTexts(client, knowledgeBaseId, { 'leave.txt': 'Leave is 25 days.' });
  await settled(
    client,
    imports.map((one) => one.knowledgeBaseImportId),
  );
  await inviteTo(on, client);
  return { owner, tenantId: user.tenantId };
};

describe('a company', () => {
  it('can be renamed only by its own members with the permission', async () => {
    const { client, user } = await server.signUp();
    const other = await server.signUp('Grace Hopper');
    await server.sql(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'ADMIN')`, [
      other.user.tenantId,
      user.userId,
    ]);
    const body = { tenantName: 'Engines & Co' };
    const foreign = await client.send(endpoints.updateTenant, { ...tenantOf(other.user.tenantId), body });
    expect(foreign.body.code).toBe('people.tenant_not_found');
    expect((await whoIs(client))?.companyName).toBe('Ada Lovelace Ltd');
    const renamed = await client.call(endpoints.updateTenant, { ...tenantOf(user.tenantId), body });
    expect(renamed).toMatchObject({ tenantName: 'Engines & Co', invitedBy: [{ tenant: null }] });
    expect((await whoIs(client))?.companyName).toBe('Engines & Co');
    const builder = await joinTenant(server, { tenantId: user.tenantId, role: 'BUILDER' });
    expect(
      (await builder.client.send(endpoints.updateTenant, { ...tenantOf(user.tenantId), body })).status,
    ).toBe(403);
  });

  it('is handed over to a member by typing its name, and the former owner becomes an admin', {
    tags: ['ROLE-03'],
  }, async () => {
    const { client, user } = await server.signUp('Ada Lovelace');
    const heir = await joinTenant(server, { tenantId: user.tenantId, role: 'USER' });
    const stranger = await server.signUp();
    const handOver = (userId: string, tenantName: string) =>
      client.send(endpoints.transferOwnership, { ...tenantOf(user.tenantId), body: { userId, tenantName } });
    expect((await handOver(heir.userId, 'Ada')).body.code).toBe('people.name_mismatch');
    expect((await handOver(stranger.user.userId, 'Ada Lovelace Ltd')).body.code).toBe(
      'people.member_not_found',
    );
    expect((await handOver(user.userId, 'Ada Lovelace Ltd')).body.code).toBe('people.own_membership');
    const foreign = await client.send(endpoints.transferOwnership, {
      ...tenantOf(stranger.user.tenantId),
      body: { userId: heir.userId, tenantName: 'Ada Lovelace Ltd' },
    });
    expect(foreign.body.code).toBe('people.tenant_not_found');
    // Spaces around a name are ignored, both in the typed name and in the stored one.
    await server.sql(`update tenants set name = name || ' ' where id = $1`, [user.tenantId]);
    expect((await handOver(heir.userId, ' Ada Lovelace Ltd')).body.responseData.user.role).toBe('ADMIN');
    expect((await whoIs(heir.client))?.role).toBe('OWNER');
    expect((await handOver(heir.userId, 'Ada Lovelace Ltd')).status).toBe(403);
  });

  it('can be left by anybody but the owner, and their session continues in their own tenant', {
    tags: ['TENANT-10'],
  }, async () => {
    const owner = await server.signUp();
    const guest = await comeByInvitation(server, owner.client);
    const { tenantId } = owner.user;
    const refused = await owner.client.send(endpoints.leaveTenant, tenantOf(tenantId));
    expect(refused.body.code).toBe('people.owner_cannot_leave');
    const other = await server.signUp('Joan Clarke');
    const foreign = await guest.client.send(endpoints.leaveTenant, tenantOf(other.user.tenantId));
    expect(foreign.body.code).toBe('people.tenant_not_found');
    expect((await whoIs(guest.client))?.tenantId).toBe(tenantId);
    const { user } = await guest.client.call(endpoints.leaveTenant, tenantOf(tenantId));
    expect(user).toMatchObject({ role: 'OWNER', tenantName: 'Grace Hopper’s company' });
    expect((await whoIs(guest.client))?.tenantId).toBe(user.tenantId);
    const { total } = await owner.client.call(endpoints.listMembers, {});
    expect(total).toBe(1);
  });
});

describe('deleting a company', () => {
  it('lists beforehand what else is deleted', async () => {
    const { owner, tenantId } = await tenantWithThings(server);
    const holdings = await owner.client.call(endpoints.getHoldings, tenantOf(tenantId));
    expect(holdings).toMatchObject({
      tenantName: 'Ada Lovelace Ltd',
      members: 1,
      invitations: 1,
      files: { count: 1, bytes: 17 },
    });
    expect(holdings.entities).toEqual(
      expect.arrayContaining([
        { kind: 'APP', label: 'Apps', count: 1 },
        { kind: 'KNOWLEDGE_BASE', label: 'Knowledge bases', count: 1 },
      ]),
    );
    expect(holdings.credits).toBeGreaterThan(0);
  });

  it('requires its name, and is allowed only to the owner', async () => {
    const { client, user } = await server.signUp();
    const admin = await joinTenant(server, { tenantId: user.tenantId, role: 'ADMIN' });
    const wrong = await client.send(endpoints.removeTenant, {
      ...tenantOf(user.tenantId),
      body: { tenantName: 'x' },
    });
    expect(wrong.body.code).toBe('people.name_mismatch');
    expect((await client.call(endpoints.listTenants, {})).tenants).toHaveLength(1);
    const body = { tenantName: 'Ada Lovelace Ltd' };
    expect(
      (await admin.client.send(endpoints.removeTenant, { ...tenantOf(user.tenantId), body })).status,
    ).toBe(403);
    const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
    const script = new Client(server.origin, apiKey ?? '');
    const byKey = await script.send(endpoints.removeTenant, { ...tenantOf(user.tenantId), body });
    expect(byKey.body.code).toBe('people.session_needed');
    const other = await server.signUp('Grace Hopper');
    const foreign = await client.send(endpoints.removeTenant, { ...tenantOf(other.user.tenantId), body });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'people.tenant_not_found']);
    const counted = await client.send(endpoints.getHoldings, tenantOf(other.user.tenantId));
    expect([counted.status, counted.body.code]).toEqual([404, 'people.tenant_not_found']);
    expect((await whoIs(client))?.tenantId).toBe(user.tenantId);
  });

  it('closes it at once, moves all sessions away, and leaves no row and no file', {
    tags: ['TENANT-10'],
  }, async () => {
    const log: string[] = [];
    const own = await startTestServer({ onLog: (line) => void log.push(line) });
    const { owner, tenantId } = await tenantWithThings(own);
    const guest = await comeByInvitation(own, owner.client);
    const other = await own.signUp('Joan Clarke');
    expect(await listObjects(own)).not.toEqual([]);
    const body = { tenantName: 'Ada Lovelace Ltd' };
    const { user } = await owner.client.call(endpoints.removeTenant, { ...tenantOf(tenantId), body });
    expect(user).toMatchObject({ role: 'OWNER', tenantName: 'Ada Lovelace’s company' });
    expect((await whoIs(owner.client))?.tenantId).toBe(user.tenantId);
    expect((await whoIs(guest.client))?.tenantName).toBe('Grace Hopper’s company');
    const { tenants } = await owner.client.call(endpoints.listTenants, {});
    expect(tenants.map((one) => one.tenantId)).toEqual([user.tenantId]);
    await eventually(async () => (await rowsOf(own, tenantId)).length === 0);
    await eventually(async () => (await listObjects(own)).length === 0);
    await eventually(async () => log.some((line) => line.includes('deleted a company')));
    expect((await whoIs(other.client))?.tenantName).toBe('Joan Clarke Ltd');
    await own.close();
  });

  it('is blocked by no foreign key, because each one cascades, is set to null, or is deferred', async () => {
    const stubborn = await server.sql(
      `select conrelid::regclass::text as relation, conname from pg_constraint c join pg_namespace n on n.oid = c.connamespace
         where n.nspname = 'public' and contype = 'f' and confdeltype in ('a', 'r') and not condeferrable`,
    );
    expect(stubborn).toEqual([]);
  });

  it('starts again when the server died halfway', async () => {
    const own = await startTestServer();
    const { tenantId } = await tenantWithThings(own);
    // A killed server leaves this state behind: the tenant is closed and its files are gone, but its rows are still there.
    await own.sql(`update tenants set status = 'DISABLED', closing_at = now() where id = $1`, [tenantId]);
    const keys = await own.sql<{ key: string }>(
      'select storage_key as key from stored_objects where tenant_id = $1',
      [tenantId],
    );
    expect(keys).toHaveLength(1);
    for (const { key } of keys) await own.services.storage.delete(key);
    await own.contextOf(tenantId).tx((tx) => tx.enqueue(deletionJob, {}));
    await eventually(async () => (await rowsOf(own, tenantId)).length === 0);
    await own.close();
  });

  it('waits up to three days for a subscriber that fails, such as a payment provider that is down', async () => {
    const { user } = await server.signUp();
    const { tenantId } = user;
    const closedFor = (interval: string) =>
      server.sql(`update tenants set status = 'DISABLED', closing_at = now() - $2::interval where id = $1`, [
        tenantId,
        interval,
      ]);
    await eventually(
      async () => (await server.sql('select 1 from events where tenant_id = $1', [tenantId])).length === 0,
    );
    await server.sql(
      `insert into events (tenant_id, id, type, payload) values ($1, 'evt_open', 'tenancy.tenant_closing', '{}')`,
      [tenantId],
    );
    const isThere = async () =>
      (await server.sql('select 1 from tenants where id = $1', [tenantId])).length === 1;
    const secondsToNextTry = async () =>
      (
        await server.sql<{ seconds: number }>(
          'select round(extract(epoch from run_at - now()))::int as seconds from graphile_worker.jobs where key = $1',
          [`people.delete-tenant:${tenantId}`],
        )
      )[0]?.seconds ?? 0;
    for (const [waited, pause] of [
      ['10 hours', 600],
      ['2 hours', 360],
      ['0 hours', 2],
    ] as const) {
      await closedFor(waited);
      await deleteTenant(server.contextOf(tenantId));
      expect(Math.abs((await secondsToNextTry()) - pause), waited).toBeLessThan(2);
    }
    await closedFor('2 hours');
    await deleteTenant(server.contextOf(tenantId));
    expect(await isThere()).toBe(true);
    await closedFor('73 hours');
    await deleteTenant(server.contextOf(tenantId));
    expect(await isThere()).toBe(false);
  });

  it('never removes a company that nobody closed', async () => {
    const { client, user } = await server.signUp();
    const ctx = server.contextOf(user.tenantId);
    await deleteTenant(ctx);
    expect((await whoIs(client))?.tenantId).toBe(user.tenantId);
  });
});

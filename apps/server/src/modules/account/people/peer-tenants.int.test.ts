import { account } from '@atelier/contracts/account/identity/account';
import { auth } from '@atelier/contracts/account/identity/auth';
import { passwords } from '@atelier/contracts/account/identity/passwords';
import { people } from '@atelier/contracts/account/people/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { comeByInvitation, inviteTo, newEmail } from '../../../../tests/invitation.ts';
import { joinTenant } from '../../../../tests/member.ts';

/** Attacks that succeeded against similar products, tried on tenants and their members. The numbers are those of research/peers.md. */
describe('attacks known from similar products, against tenants', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { endpoints } = people;
  const fillWithInvitations = (tenantId: string, count: number) =>
    server.sql(
      `insert into invitations (id, tenant_id, email, role, token_hash, expires_at)
         select $1 || n, $1, n || '-' || lower($1) || '@example.com', 'USER', $1 || n, now() + interval '1 day'
         from generate_series(1, $2::int) n`,
      [tenantId, count],
    );
  const seatsTaken = async (tenantId: string) => {
    const [row] = await server.sql<{ seats: number }>(
      `select (select count(*) from memberships where tenant_id = $1)::int
         + (select count(*) from invitations where tenant_id = $1 and status = 'PENDING' and expires_at > now())::int as seats`,
      [tenantId],
    );
    return row?.seats;
  };
  const ownersOf = async (tenantId: string) =>
    (
      await server.sql<{ user_id: string }>(
        `select user_id from memberships where tenant_id = $1 and role = 'OWNER'`,
        [tenantId],
      )
    ).map((row) => row.user_id);
  const transfer = (client: Client, tenantId: string, userId: string) =>
    client.send(endpoints.transferOwnership, {
      params: { id: tenantId },
      body: { userId, tenantName: 'Ada Lovelace Ltd' },
    });
  const someoneWaits = () =>
    eventually(async () => (await server.sql('select 1 from pg_locks where not granted')).length > 0);

  it('21: get no seat for an expired invitation beyond the plan', async () => {
    const { client, user } = await server.signUp();
    const { invitationId } = await inviteTo(server, client);
    await server.sql(`update invitations set expires_at = now() - interval '1 hour' where id = $1`, [
      invitationId,
    ]);
    await fillWithInvitations(user.tenantId, 99);
    const { body } = await client.send(endpoints.resendInvitation, { params: { id: invitationId } });
    expect(body).toMatchObject({ code: 'billing.plan_limit', details: { resource: 'members' } });
    expect(await seatsTaken(user.tenantId)).toBe(100);
  });

  it('21: do not keep an open invitation from being sent again when the plan is full, because it has its seat', async () => {
    const { client, user } = await server.signUp();
    const { invitationId } = await inviteTo(server, client);
    await fillWithInvitations(user.tenantId, 98);
    expect((await client.send(endpoints.resendInvitation, { params: { id: invitationId } })).status).toBe(
      200,
    );
    expect(await seatsTaken(user.tenantId)).toBe(100);
  });

  it('21: get the last seat only once, also with ten invitations at the same time', async () => {
    const { client, user } = await server.signUp();
    await fillWithInvitations(user.tenantId, 98);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => client.send(endpoints.invite, { body: { email: newEmail() } })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await seatsTaken(user.tenantId)).toBe(100);
  });

  it.each(['OWNER', 'ROOT', '', null])(
    '21: make nobody %j, by invitation or change of role',
    async (role) => {
      const { client, user } = await server.signUp();
      const admin = await joinTenant(server, { tenantId: user.tenantId, role: 'ADMIN' });
      const member = await joinTenant(server, { tenantId: user.tenantId, role: 'USER' });
      const headers = { 'content-type': 'application/json' };
      const invited = await admin.client.fetch(endpoints.invite.path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: newEmail(), role }),
      });
      const changed = await client.fetch(endpoints.updateMember.path.replace(':userId', member.userId), {
        method: endpoints.updateMember.method,
        headers,
        body: JSON.stringify({ role }),
      });
      expect([invited.status, changed.status]).toEqual([400, 400]);
      expect(await ownersOf(user.tenantId)).toEqual([user.userId]);
    },
  );

  it('21: leave no tenant without an owner when the new owner deletes their account at the same moment', async () => {
    const { client, user } = await server.signUp();
    const heir = await joinTenant(server, { tenantId: user.tenantId, role: 'ADMIN' });
    await server.sql('begin');
    await server.sql('delete from users where id = $1', [heir.userId]);
    const handing = transfer(client, user.tenantId, heir.userId);
    await someoneWaits();
    await server.sql('commit');
    expect((await handing).body.code).toBe('people.member_not_found');
    expect(await ownersOf(user.tenantId)).toEqual([user.userId]);
  });

  it('21: leave no tenant without an owner when a user who deletes their account becomes its owner meanwhile', async () => {
    const { client, user } = await server.signUp();
    const heir = await joinTenant(server, { tenantId: user.tenantId, role: 'ADMIN' });
    await server.sql('begin');
    await server.sql('select 1 from users where id = $1 for no key update', [heir.userId]);
    const leaving = heir.client.send(account.endpoints.deleteAccount, {
      body: { email: heir.email, password: 'Correct-Horse-7' },
    });
    await someoneWaits();
    const handing = transfer(client, user.tenantId, heir.userId);
    const first = await Promise.race([handing, someoneWaits()]);
    expect(first).toBeDefined();
    await server.sql('commit');
    await Promise.all([leaving, handing]);
    expect(await ownersOf(user.tenantId)).toHaveLength(1);
  });

  it('21: make only one of two new owners the owner when both are named at the same time', async () => {
    const { client, user } = await server.signUp();
    const heirs = [
      await joinTenant(server, { tenantId: user.tenantId, role: 'ADMIN' }),
      await joinTenant(server, { tenantId: user.tenantId, role: 'USER' }),
    ];
    const replies = await Promise.all(heirs.map(({ userId }) => transfer(client, user.tenantId, userId)));
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const [owner] = await ownersOf(user.tenantId);
    expect(heirs.map(({ userId }) => userId)).toContain(owner);
  });

  it('16: do not keep a user who was removed from their only tenant from getting a link to a new password', {
    tags: ['TENANT-10'],
  }, async () => {
    const { client } = await server.signUp();
    const member = await comeByInvitation(server, client);
    await member.client.call(auth.endpoints.signOut, {});
    await client.call(endpoints.removeMember, { params: { userId: member.user.userId } });
    await server.visitor().call(passwords.endpoints.forgot, { body: { email: member.email } });
    const token = await eventually(async () => {
      const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
      return mails.flatMap(({ to, text }) =>
        to === member.email ? (/\/reset-password\?token=(rst_[\w-]{43})/.exec(text)?.[1] ?? []) : [],
      )[0];
    });
    const password = 'Better-Horse-8';
    await server.visitor().call(passwords.endpoints.reset, { body: { token, password } });
    const { user } = await server
      .visitor()
      .call(auth.endpoints.signIn, { body: { email: member.email, password } });
    expect(user).toMatchObject({ email: member.email, role: 'OWNER' });
  });
});

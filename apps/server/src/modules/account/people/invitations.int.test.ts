import { auth } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import { apps } from '@atelier/contracts/assistants/apps';
import { payments } from '@atelier/contracts/money/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { auditTrail, eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import {
  comeByInvitation,
  invitationToken,
  inviteTo,
  newEmail,
  whoIs,
} from '../../../../tests/invitation.ts';
import { inviteMember, sendInvitation } from './service/invite-member.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SIGN_UP: 'open' } });
});
afterAll(() => server.close());

const { endpoints } = people;
const account = { name: 'Grace Hopper', password: 'Correct-Horse-7' };
const read = (token: string) => server.visitor().send(endpoints.getInvitation, { params: { id: token } });
const accept = (token: string, client = server.visitor()) =>
  client.send(endpoints.acceptInvitation, { params: { id: token }, body: account });
const showLink = (client: Client, id: string) =>
  client.send(endpoints.showInvitationLink, { params: { id } });
const isMailProven = async (userId: string) =>
  (
    await server.sql<{ proven: boolean }>('select mail_proven as proven from users where id = $1', [userId])
  )[0]?.proven;

describe('the link of an invitation without a mail server', () => {
  const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';

  it('is shown to members who may invite, works once, and is recorded in the audit log', {
    tags: ['TENANT-17'],
  }, async () => {
    const { client, user: owner } = await server.signUp();
    const { invitationId, canCopyLink } = await client.call(endpoints.invite, {
      body: { email: newEmail() },
    });
    expect(canCopyLink).toBe(true);
    const first = await showLink(client, invitationId);
    const second = await showLink(client, invitationId);
    const replaced = await accept(tokenIn(first.body.responseData.link));
    expect(replaced.body.code, 'the link before is void').toBe('people.invitation_not_found');
    const { body } = await accept(tokenIn(second.body.responseData.link));
    expect(body.responseData.user).toMatchObject({ tenantId: owner.tenantId, email_verified: false });
    const audited = await server.sql('select 1 from audit_log where action = $1 and subject_id = $2', [
      'people.invitation_link_shown',
      invitationId,
    ]);
    expect(audited).toHaveLength(2);
    expect((await showLink(client, invitationId)).body.code).toBe('people.invitation_not_found');
    const late = await client.call(endpoints.invite, { body: { email: newEmail() } });
    await server.sql(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [
      late.invitationId,
    ]);
    expect((await showLink(client, late.invitationId)).body.code).toBe('people.invitation_closed');
  });

  it('does not verify the address of an existing user', { tags: ['TENANT-17'] }, async () => {
    const { client } = await server.signUp();
    const grace = await server.signUp('Grace Hopper');
    await server.sql('update users set email_verified = false where email = $1', [grace.email]);
    const { invitationId } = await client.call(endpoints.invite, { body: { email: grace.email } });
    const { body } = await showLink(client, invitationId);
    const { user } = await grace.client.call(endpoints.acceptInvitation, {
      params: { id: tokenIn(body.responseData.link) },
      body: undefined,
    });
    expect(user).toMatchObject({ email: grace.email, email_verified: false });
  });

  it('stays valid when the mail of the invitation is written after it', { tags: ['TENANT-17'] }, async () => {
    const { client, user } = await server.signUp();
    const { invitationId } = await client.call(endpoints.invite, { body: { email: newEmail() } });
    const { body } = await showLink(client, invitationId);
    await sendInvitation(server.contextOf(user.tenantId), { invitationId, origin: server.origin });
    expect((await accept(tokenIn(body.responseData.link))).status).toBe(200);
  });

  it('is shown to nobody where a mail server delivers it', { tags: ['TENANT-17'] }, async () => {
    const { email, password } = await server.signUp();
    const mailing = await server.another({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    const client = mailing.visitor();
    await client.call(auth.endpoints.signIn, { body: { email, password } });
    const { invitationId, canCopyLink } = await client.call(endpoints.invite, {
      body: { email: newEmail() },
    });
    expect(canCopyLink).toBe(false);
    expect((await showLink(client, invitationId)).body.code).toBe('people.link_mailed');
    await mailing.close();
  });
});

describe('an invitation', () => {
  it('is mailed, creates a user on acceptance, and makes them a member with the role USER by default', {
    tags: ['TENANT-01', 'ROLE-05'],
  }, async () => {
    const { client, user: owner } = await server.signUp();
    const email = newEmail();
    const { invitationId } = await client.call(endpoints.invite, { body: { email } });
    const token = await invitationToken(server, email);
    const visitor = server.visitor();
    const { body } = await accept(token, visitor);
    expect(await auditTrail(server, invitationId)).toEqual(['people.invitation_accepted', 'people.invited']);
    expect(await isMailProven(body.responseData.user.userId)).toBe(false);
    expect(body.responseData.user).toMatchObject({
      tenantId: owner.tenantId,
      role: 'USER',
      email,
      email_verified: true,
      adminTenantId: null,
      termsAndConditions: false,
    });
    const agreeing = await inviteTo(server, client);
    const agreed = await server.visitor().call(endpoints.acceptInvitation, {
      params: { id: agreeing.token },
      body: { ...account, acceptTerms: true },
    });
    expect(agreed.user.termsAndConditions).toBe(true);
    expect(await whoIs(visitor)).toMatchObject({ tenantId: owner.tenantId, email });
    const owned = await server.sql(`select 1 from memberships where user_id = $1`, [
      body.responseData.user.userId,
    ]);
    expect(owned).toHaveLength(1);
  });

  it('shows before sign-in only the tenant, the inviter, role, address, expiry and status', {
    tags: ['TENANT-18'],
  }, async () => {
    const { client } = await server.signUp('Ada Lovelace');
    const { token, email } = await inviteTo(server, client, { role: 'BUILDER' });
    const { body } = await read(token);
    const week = Date.now() + 7 * 24 * 60 * 60 * 1000;
    expect(Math.abs(Date.parse(body.responseData.expiresAt) - week)).toBeLessThan(60_000);
    expect(body.responseData).toEqual({
      companyName: 'Ada Lovelace Ltd',
      invitedBy: 'Ada Lovelace',
      role: 'BUILDER',
      email,
      expiresAt: expect.any(String),
      status: 'PENDING',
      hasAccount: false,
    });
    expect((await read(`inv_${'x'.repeat(43)}`)).body.code).toBe('people.invitation_not_found');
  });

  it('is stored only with the hash of its token', async () => {
    const { client } = await server.signUp();
    const { token, invitationId } = await inviteTo(server, client);
    const [row] = await server.sql<{ row: string }>(
      'select i::text as row from invitations i where id = $1',
      [invitationId],
    );
    expect(row?.row).toContain(invitationId);
    expect(row?.row).not.toContain(token.slice(4));
  });

  it('can be accepted once, also by two requests at the same time', async () => {
    const { client } = await server.signUp();
    const { token } = await inviteTo(server, client);
    const replies = await Promise.all([accept(token), accept(token)]);
    const codes = replies.map(({ body }) => body.code ?? 'ok');
    expect(codes).toContain('ok');
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect((await accept(token)).body.code).toBe('people.invitation_closed');
    expect((await read(token)).body.responseData.status).toBe('ACCEPTED');
  });

  it('can be accepted by an existing user only when they are signed in with its address', {
    tags: ['TENANT-01'],
  }, async () => {
    const { client } = await server.signUp();
    const guest = await server.signUp('Grace Hopper');
    const other = await server.signUp('Joan Clarke');
    const { token } = await inviteTo(server, client, { email: guest.email, role: 'OPERATOR' });
    expect((await read(token)).body.responseData.hasAccount).toBe(true);
    expect((await accept(token)).body.code).toBe('people.sign_in_first');
    expect((await accept(token, other.client)).body.code).toBe('people.invitation_for_other');
    const { body } = await accept(token, guest.client);
    expect(body.responseData.user).toMatchObject({
      userId: guest.user.userId,
      role: 'OPERATOR',
      adminTenantId: guest.user.tenantId,
      email_verified: true,
    });
    expect(await isMailProven(guest.user.userId)).toBe(false);
    const { tenants } = await guest.client.call(endpoints.listTenants, {});
    expect(tenants.map(({ role }) => role)).toEqual(['OWNER', 'OPERATOR']);
  });

  it('requires a name and a password where there is no account', async () => {
    const { client } = await server.signUp();
    const { token } = await inviteTo(server, client);
    const bare = await server
      .visitor()
      .send(endpoints.acceptInvitation, { params: { id: token }, body: undefined });
    expect(bare.body.code).toBe('people.account_needed');
    expect((await read(token)).body.responseData.status).toBe('PENDING');
  });

  it('can be sent again, which makes the earlier link invalid', async () => {
    const { client } = await server.signUp();
    const { token, invitationId, email } = await inviteTo(server, client);
    await client.call(endpoints.resendInvitation, { params: { id: invitationId } });
    expect((await accept(token)).body.code).toBe('people.invitation_not_found');
    const fresh = await invitationToken(server, email, 2);
    expect(fresh).not.toBe(token);
    // A link that was shown meanwhile does not keep the next mail from being sent, and from proving the address.
    await showLink(client, invitationId);
    await client.call(endpoints.resendInvitation, { params: { id: invitationId } });
    const third = await invitationToken(server, email, 3);
    expect((await accept(third)).body.responseData.user.email_verified).toBe(true);
  });

  it('gives access to things, which its mail names, and to more things while it is open', async () => {
    const { client, user } = await server.signUp();
    const appOf = async (name: string) =>
      (await client.call(apps.endpoints.create, { body: { name, access: 'PRIVATE' } })).appId;
    const [first, second, third] = [await appOf('Harbour'), await appOf('Kitchen'), await appOf('Garden')];
    const email = newEmail();
    const invited = (ids: readonly string[]) =>
      server.contextOf(user.tenantId).tx((tx) =>
        inviteMember(tx, {
          ...{ email, role: 'USER', origin: server.origin },
          grants: ids.map((entityId) => ({ entityId })),
        }),
      );
    const missing = Array.from({ length: 9 }, (_, index) => `app_missing${index}`);
    const id = await invited([first, ...missing, second]);
    const token = await invitationToken(server, email);
    const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
    const text = mails.find(({ to }) => to === email)?.text;
    expect(text).toContain('the app “Harbour”');
    expect(text).not.toContain('Kitchen');
    expect(await invited([third])).toBe(id);
    const [row] = await server.sql('select grants from invitations where id = $1', [id]);
    const expected = [first, ...missing, second, third].map((entityId) => ({ entityId }));
    expect(row).toEqual({ grants: expected });
    const visitor = server.visitor();
    await accept(token, visitor);
    expect(await auditTrail(server, id)).toEqual([
      ...['people.invitation_accepted', 'people.invitation_extended', 'people.invited'],
    ]);
    const names = async () => (await visitor.call(apps.endpoints.list, {})).items.map(({ name }) => name);
    await eventually(async () => (await names()).length === 3);
    expect((await names()).sort()).toEqual(['Garden', 'Harbour', 'Kitchen']);
  });

  it('can be revoked', async () => {
    const { client } = await server.signUp();
    const { token, invitationId } = await inviteTo(server, client);
    await client.call(endpoints.revokeInvitation, { params: { id: invitationId } });
    expect((await accept(token)).body.code).toBe('people.invitation_closed');
    expect((await read(token)).body.responseData.status).toBe('REVOKED');
    const again = await client.send(endpoints.revokeInvitation, { params: { id: invitationId } });
    expect(again.body.code).toBe('people.invitation_not_found');
  });

  it('expires, and then makes room for a new one', async () => {
    const { client } = await server.signUp();
    const { token, invitationId, email } = await inviteTo(server, client);
    await server.sql(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [
      invitationId,
    ]);
    expect((await read(token)).body.responseData.status).toBe('EXPIRED');
    expect((await accept(token)).body.code).toBe('people.invitation_closed');
    const second = await client.call(endpoints.invite, { body: { email } });
    expect(second.invitationId).not.toBe(invitationId);
  });

  it('exists once for each address, and not for a member', async () => {
    const { client, email: own } = await server.signUp();
    const { email } = await inviteTo(server, client);
    const twice = await client.send(endpoints.invite, { body: { email: email.toUpperCase() } });
    expect(twice.body.code).toBe('people.already_invited');
    const member = await client.send(endpoints.invite, { body: { email: own } });
    expect(member.body.code).toBe('people.already_member');
  });

  it('takes a seat of the plan', async () => {
    const { client, user } = await server.signUp();
    await server.sql(
      `insert into invitations (id, tenant_id, email, role, token_hash, expires_at)
         select $1 || n, $1, n || '-' || lower($1) || '@example.com', 'USER', $1 || n, now() + interval '1 day'
         from generate_series(1, 200) n`,
      [user.tenantId],
    );
    const { body } = await client.send(endpoints.invite, { body: { email: newEmail() } });
    expect(body).toMatchObject({ code: 'billing.plan_limit', details: { resource: 'members' } });
    const resend = async (id: string) =>
      (await client.send(endpoints.resendInvitation, { params: { id } })).body.code ?? 'ok';
    expect(await resend(`${user.tenantId}1`)).toBe('ok');
    await server.sql(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [
      `${user.tenantId}2`,
    ]);
    expect(await resend(`${user.tenantId}2`)).toBe('billing.plan_limit');
  });

  it('cannot make anybody an owner', { tags: ['ROLE-03'] }, async () => {
    const { client } = await server.signUp();
    const body = { email: newEmail(), role: 'OWNER' } as never;
    expect((await client.send(endpoints.invite, { body })).status).toBe(400);
  });

  it('cannot be accepted while the tenant is disabled', async () => {
    const { client, user } = await server.signUp();
    const { token } = await inviteTo(server, client);
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [user.tenantId]);
    expect((await accept(token)).body.code).toBe('people.tenant_disabled');
  });

  it('cannot be accepted when the tenant is disabled at the same moment', async () => {
    const { client, user } = await server.signUp();
    const { token, email } = await inviteTo(server, client);
    await server.sql('begin');
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [user.tenantId]);
    const accepting = accept(token);
    await eventually(async () => (await server.sql('select 1 from pg_locks where not granted')).length > 0);
    await server.sql('commit');
    expect((await accepting).body.code).toBe('people.tenant_disabled');
    expect(await server.sql('select 1 from users where email = $1', [email])).toEqual([]);
    const members = await server.sql('select 1 from memberships where tenant_id = $1', [user.tenantId]);
    expect(members).toHaveLength(1);
  });
});

describe('the address of a stranger', () => {
  const inviteAs = (client: Client, email: string) => client.send(endpoints.invite, { body: { email } });
  const takeBack = (client: Client, id: string) =>
    client.call(endpoints.revokeInvitation, { params: { id } });
  const mailsTo = (email: string) =>
    eventually(async () => {
      const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
      const waiting = await server.sql(
        `select 1 from graphile_worker.jobs where task_identifier = 'people.send-invitation'`,
      );
      return waiting.length === 0 && mails.filter(({ to }) => to === email).length;
    });

  it('gets at most three mails of a tenant a day, however often it is invited, reminded and revoked', {
    tags: ['TENANT-17'],
  }, async () => {
    const { client } = await server.signUp();
    const { email, invitationId } = await inviteTo(server, client);
    await client.call(endpoints.resendInvitation, { params: { id: invitationId } });
    await invitationToken(server, email, 2);
    await takeBack(client, invitationId);
    const { body } = await inviteAs(client, email);
    await invitationToken(server, email, 3);
    const third = body.responseData.invitationId;
    const resent = await client.send(endpoints.resendInvitation, { params: { id: third } });
    expect([resent.status, resent.body.code]).toEqual([429, 'people.address_invited_often']);
    await takeBack(client, third);
    expect((await inviteAs(client, email)).body.code).toBe('people.address_invited_often');
    expect(await mailsTo(email)).toBe(3);
    await server.sql(`update invitation_mails set ordered_at = ordered_at - interval '1 day'`);
    expect((await inviteAs(client, email)).status).toBe(200);
  });

  it('gets at most ten mails of all tenants a day, including tenants that are deleted meanwhile', async () => {
    const email = newEmail();
    for (let tenant = 0; tenant < 5; tenant += 1) {
      const { client, user } = await server.signUp();
      const first = await inviteAs(client, email);
      await takeBack(client, first.body.responseData.invitationId);
      expect((await inviteAs(client, email)).status).toBe(200);
      await server.sql('delete from tenants where id = $1', [user.tenantId]);
    }
    const { client } = await server.signUp();
    expect((await inviteAs(client, email)).body.code).toBe('people.address_invited_often');
    expect((await inviteAs(client, newEmail())).status).toBe(200);
    const [row] = await server.sql<{ row: string }>(
      'select string_agg(m::text, $1) as row from invitation_mails m',
      [','],
    );
    expect(row?.row).not.toContain('@');
  });

  it('gets no mail of a tenant with a hundred open invitations, or two hundred mails that day', async () => {
    const { client, user } = await server.signUp();
    await client.call(payments.endpoints.upgrade, { body: { planId: 'enterprise' } });
    await server.sql(
      `insert into invitations (id, tenant_id, email, role, token_hash, expires_at)
         select $1 || n, $1, n || '-' || lower($1) || '@example.com', 'USER', $1 || n, now() + interval '1 day'
         from generate_series(1, 100) n`,
      [user.tenantId],
    );
    const full = await inviteAs(client, newEmail());
    expect([full.status, full.body.code]).toEqual([429, 'people.invitations_full']);
    await takeBack(client, `${user.tenantId}1`);
    expect((await inviteAs(client, newEmail())).status).toBe(200);
    await server.sql(
      `insert into invitation_mails (address_hash, tenant_id) select n::text, $1 from generate_series(1, 199) n`,
      [user.tenantId],
    );
    await takeBack(client, `${user.tenantId}2`);
    expect((await inviteAs(client, newEmail())).body.code).toBe('people.invited_often');
  });
});

describe('an invitation where sign-up is closed', () => {
  it('lets the invited user create an account', async () => {
    const closed = await server.another({ env: { SIGN_UP: 'invite' } });
    const { client } = await server.signUp();
    const { token } = await inviteTo(server, client);
    const { status } = await closed
      .visitor()
      .send(endpoints.acceptInvitation, { params: { id: token }, body: account });
    expect(status).toBe(200);
    await closed.close();
  });
});

describe('a new session', { tags: ['SESSION-11'] }, () => {
  it('ends the browser’s earlier one, so that an invitation is never accepted as another user', {
    tags: ['SESSION-11'],
  }, async () => {
    const first = await server.signUp();
    const { email } = await comeByInvitation(server, first.client);
    const browser = first.client;
    const before = browser.cookies.get('atelier_session') ?? '';
    await browser.call(auth.endpoints.signIn, { body: { email, password: account.password } });
    expect((await whoIs(browser))?.email).toBe(email);
    const old = server.visitor();
    old.cookies.set('atelier_session', before);
    expect(await whoIs(old)).toBeNull();
  });
});

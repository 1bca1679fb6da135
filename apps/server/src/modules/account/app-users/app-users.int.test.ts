import { access } from '@atelier/contracts/account/access';
import { appUsers } from '@atelier/contracts/account/app-users/app-users';
import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  appUserPassword,
  inviteTo,
  joinApp,
  mailedToken,
  newAddress,
  newApp,
} from '../../../../tests/app-user.ts';
import { Client } from '../../../../tests/client.ts';
import { auditTrail, eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { joinTenant } from '../../../../tests/member.ts';

const { endpoints } = appUsers;
const day = 24 * 60 * 60 * 1000;

describe('an invited app user', () => {
  let server: TestServer;
  let owner: Client;
  let tenantId: string;
  let appId: string;

  beforeAll(async () => {
    server = await startTestServer();
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
    appId = await newApp(owner);
  });
  afterAll(() => server.close());

  const ask = (client: Client, id = appId, more: object = {}) =>
    client.send(chat.endpoints.query, { body: { appId: id, query: 'How many days of leave?', ...more } });
  const signIn = (
    client: Client,
    body: { email: string; password?: string; appId?: string; token?: string },
  ) => client.send(endpoints.signIn, { body: { appId, password: appUserPassword, ...body } });
  const sessionsOf = (userId: string) =>
    server.sql('select token_hash from app_user_sessions where user_id = $1', [userId]);
  /** Returns the open links of mails to a user, with the hours for which they can be followed. */
  const lifetimes = (userId: string) =>
    server.sql(
      `select purpose, round(extract(epoch from expires_at - now()) / 3600)::int as hours from app_user_tokens
       where user_id = $1`,
      [userId],
    );
  const accessOf = async (id: string, email: string) => {
    const { items } = await owner.call(endpoints.list, { params: { id }, query: { search: email } });
    return items[0];
  };

  it('signs up with the token of a mail that names the app, and chats', {
    tags: ['PRIVATE-02', 'PRIVATE-10', 'PRIVATE-11'],
  }, async () => {
    const email = newAddress();
    const app = await owner.call(apps.endpoints.get, { params: { id: appId } });
    expect((await inviteTo(owner, appId, email)).body.responseData).toEqual({
      status: 'INVITED',
      userId: null,
    });
    const { token, text, subject } = await mailedToken(server, { to: email, path: '/user/sign-up', appId });
    const [row] = await server.sql(
      `select round(extract(epoch from invited_until - now()) / 86400)::int as days from app_access where email = $1`,
      [email],
    );
    expect(row).toEqual({ days: 7 });
    expect(subject).toBe(`Ada Lovelace invites you to ${app.name}`);
    expect(text).toContain('of Ada Lovelace Ltd invites you to chat');
    const client = server.visitor();
    expect(await client.call(endpoints.verifyInvitation, { body: { appId, token } })).toEqual({
      appId,
      tenantId,
      appName: app.name,
      companyName: 'Ada Lovelace Ltd',
      email,
      hasAccount: false,
    });
    expect((await ask(client)).body.code).toBe('chat.private_app');
    const names = { firstName: 'Mary', lastName: 'Jackson', password: appUserPassword };
    const entered = await client.call(endpoints.signUp, { body: { appId, token, ...names } });
    expect(entered).toMatchObject({ hasAccess: true, token: null });
    expect(await auditTrail(server, entered.user.userId)).toEqual(['app_users.signed_up']);
    expect(await auditTrail(server, appId)).toEqual(
      expect.arrayContaining(['app_users.invitation_accepted', 'app_users.invited']),
    );
    expect((await ask(client)).status).toBe(200);
    const again = await server.visitor().send(endpoints.signUp, { body: { appId, token, ...names } });
    expect([again.status, again.body.code]).toEqual([400, 'app_users.invitation_invalid']);
  });

  it('is shown with the fields of the documents', { tags: ['PRIVATE-01', 'PRIVATE-08'] }, async () => {
    const { client, email, userId } = await joinApp(server, { owner, appId });
    const { user, ...rest } = await client.call(endpoints.userAccess, { params: { id: appId } });
    expect(rest).toEqual({ hasAccess: true, status: 'GRANTED' });
    expect(user).toEqual({
      isLoggedIn: true,
      userId,
      name: 'Mary Jackson',
      firstName: 'Mary',
      lastName: 'Jackson',
      email,
      emailVerified: true,
      profilePicture: null,
      tenantId,
      invitationTokenId: (await accessOf(appId, email))?.accessId,
      appId,
    });
  });

  it('signs in with the skip header or without, and a builder’s bearer token beside it changes nothing', {
    tags: ['PRIVATE-12', 'PRIVATE-13'],
  }, async () => {
    const { email, userId } = await joinApp(server, { owner, appId });
    const body = JSON.stringify({ appId, email, password: appUserPassword, returnToken: true });
    const send = async (headers: Record<string, string>) => {
      const response = await fetch(new URL(endpoints.signIn.path, server.origin), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      const { responseData } = (await response.json()) as { responseData: { token: string; user: object } };
      expect(response.headers.getSetCookie()).toEqual([]);
      return responseData;
    };
    for (const headers of [{}, { 'x-skip-auth': 'true', authorization: `Bearer atl_${'x'.repeat(43)}` }]) {
      const { token, user } = await send(headers);
      expect(user).toMatchObject({ userId });
      expect((await ask(new Client(server.origin, token))).status).toBe(200);
    }
  });

  it('has a hashed token of its own, in a cookie that no script reads, for 30 days', {
    tags: ['PRIVATE-03', 'PRIVATE-07', 'API-03'],
  }, async () => {
    const { email, userId } = await joinApp(server, { owner, appId });
    const reply = await signIn(server.visitor(), { email });
    const [cookie = ''] = reply.headers.getSetCookie();
    expect(cookie).toMatch(
      /^atelier_app_user=aus_[\w-]{43}\.ten_\w+; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly$/,
    );
    const token = cookie.slice('atelier_app_user='.length).split(';')[0] ?? '';
    const dump = await server.sql<{ row: string }>(
      'select s::text as row from app_user_sessions s where user_id = $1',
      [userId],
    );
    expect(await auditTrail(server, userId)).toEqual(['app_users.signed_in', 'app_users.signed_up']);
    expect(dump.length).toBeGreaterThan(0);
    expect(dump.map(({ row }) => row).join()).not.toContain(token.slice(4, 40));
    await server.sql(
      `update app_user_sessions set expires_at = now() - interval '1 second' where user_id = $1`,
      [userId],
    );
    expect((await ask(new Client(server.origin, token))).body.code).toBe('chat.private_app');
    await signIn(server.visitor(), { email });
    expect(await sessionsOf(userId)).toHaveLength(1);
  });

  it('leaves no count of wrong passwords after a right one, or a new one', async () => {
    const { email } = await joinApp(server, { owner, appId });
    const counts = async () => (await server.sql('select 1 from sign_in_attempts')).length;
    const before = await counts();
    const wrong = () => signIn(server.visitor(), { email, password: 'Wrong-Horse-7' });
    await wrong();
    expect(await counts()).toBe(before + 2);
    await signIn(server.visitor(), { email });
    expect(await counts()).toBe(before);
    await wrong();
    await server.visitor().call(endpoints.forgotPassword, { body: { appId, email } });
    const { token } = await mailedToken(server, { to: email, path: '/user/forgot-password', appId });
    await server
      .visitor()
      .call(endpoints.resetPassword, { body: { appId, token, password: 'Another-Horse-8' } });
    // The counts of the address of the caller and of the mails stay.
    expect(await counts()).toBe(before + 2);
  });

  it('sees the same conversations on every device, and nobody else does', async () => {
    const { client: phone, email } = await joinApp(server, { owner, appId });
    const asked = await ask(phone, appId, { chatUserId: crypto.randomUUID() });
    const { conversationId } = asked.body.responseData;
    const laptop = server.visitor();
    await signIn(laptop, { email });
    const list = (client: Client) =>
      client.call(chat.endpoints.sessions, { query: { appId, chatUserId: crypto.randomUUID() } });
    expect((await list(laptop)).items.map((item) => item.conversationId)).toEqual([conversationId]);
    const { client: other } = await joinApp(server, { owner, appId });
    expect((await list(other)).items).toEqual([]);
    const read = await other.send(chat.endpoints.session, { params: { conversationId }, query: { appId } });
    expect([read.status, read.body.code]).toEqual([404, 'chat.conversation_not_found']);
    const { items } = await owner.call(history.endpoints.queryHistory, { query: { appId } });
    expect(items.some(({ askedBy }) => askedBy?.name === 'Mary Jackson')).toBe(true);
  });

  it('opens no other private app of the company, and can ask for it', {
    tags: ['PRIVATE-06', 'PRIVATE-09'],
  }, async () => {
    const { client, email } = await joinApp(server, { owner, appId });
    const other = await newApp(owner);
    expect((await ask(client, other)).body.code).toBe('chat.private_app');
    expect(await client.call(endpoints.userAccess, { params: { id: other } })).toMatchObject({
      hasAccess: false,
      status: null,
    });
    expect(await client.call(endpoints.requestAccess, { body: { appId: other } })).toEqual({
      status: 'REQUESTED',
    });
    expect((await ask(client, other)).body.code).toBe('chat.private_app');
    expect(await auditTrail(server, other)).toContain('app_users.access_requested');
    expect(await accessOf(other, email)).toMatchObject({ status: 'REQUESTED', name: 'Mary Jackson' });
    // The address is proved, so giving access needs no new token.
    expect((await inviteTo(owner, other, email)).body.responseData.status).toBe('GRANTED');
    expect((await ask(client, other)).status).toBe(200);
    const { name } = await owner.call(apps.endpoints.get, { params: { id: other } });
    const told = await eventually(async () => {
      const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
      return mails.find(({ to, subject }) => to === email && subject === `You can use ${name} now`);
    });
    expect(told.text).toContain(`${server.origin}/user/sign-in?app=${other}`);
    const endsAt = new Date(Date.now() + day).toISOString();
    expect((await inviteTo(owner, other, email, endsAt)).body.responseData.status).toBe('GRANTED');
    expect(await accessOf(other, email)).toMatchObject({ status: 'GRANTED', endsAt });
    const operator = await joinTenant(server, { tenantId, role: 'OPERATOR' });
    expect((await ask(operator.client, other)).status).toBe(404);
    await owner.call(access.endpoints.give, { body: { entityId: other, email: operator.email } });
    expect((await ask(operator.client, other)).status).toBe(200);
  });

  it('loses access with the next message when it is revoked, and the session with the last access', async () => {
    const { client, email, userId } = await joinApp(server, { owner, appId });
    const second = await newApp(owner);
    await inviteTo(owner, second, email);
    const revoke = async (entityId: string) =>
      owner.call(access.endpoints.remove, {
        params: { entityId },
        query: { userId: (await accessOf(entityId, email))?.accessId ?? '' },
      });
    await revoke(appId);
    expect((await ask(client)).body.code).toBe('chat.private_app');
    expect((await ask(client, second)).status).toBe(200);
    await revoke(second);
    expect((await ask(client, second)).body.code).toBe('chat.private_app');
    expect(await sessionsOf(userId)).toEqual([]);
    expect(await accessOf(appId, email)).toBeUndefined();
    expect(await auditTrail(server, second)).toContain('app_users.revoked');
  });

  it('loses access on the day that was set for it', async () => {
    const email = newAddress();
    const past = await inviteTo(owner, appId, email, new Date(Date.now() - day).toISOString());
    expect([past.status, past.body.code]).toEqual([400, 'app_users.ends_in_past']);
    const endsAt = new Date(Date.now() + day).toISOString();
    await inviteTo(owner, appId, email, endsAt);
    const { token } = await mailedToken(server, { to: email, path: '/user/sign-up', appId });
    const client = server.visitor();
    const body = { appId, token, firstName: 'Mary', password: appUserPassword };
    await client.call(endpoints.signUp, { body });
    expect((await ask(client)).status).toBe(200);
    expect(await accessOf(appId, email)).toMatchObject({ status: 'GRANTED', endsAt });
    await server.sql(`update app_access set ends_at = now() - interval '1 second' where email = $1`, [email]);
    expect((await ask(client)).body.code).toBe('chat.private_app');
    expect(await accessOf(appId, email)).toMatchObject({ status: 'ENDED' });
  });

  it('is signed out by signing out', async () => {
    const { client, userId } = await joinApp(server, { owner, appId });
    await client.call(endpoints.signOut, { body: {} });
    expect(client.cookies.size).toBe(0);
    expect(await sessionsOf(userId)).toEqual([]);
    expect(await auditTrail(server, userId)).toEqual(['app_users.signed_out', 'app_users.signed_up']);
  });

  it('sets a new password by a mail that names the app, which ends every session and works once', async () => {
    const { client, email, userId } = await joinApp(server, { owner, appId });
    await server.visitor().call(endpoints.forgotPassword, { body: { appId, email } });
    const { token, text } = await mailedToken(server, { to: email, path: '/user/forgot-password', appId });
    const { name } = await owner.call(apps.endpoints.get, { params: { id: appId } });
    expect(text).toContain(`a new password for ${name} of Ada Lovelace Ltd`);
    expect(await lifetimes(userId)).toEqual([{ purpose: 'RESET', hours: 1 }]);
    const reset = () =>
      server.visitor().send(endpoints.resetPassword, { body: { appId, token, password: 'Another-Horse-8' } });
    expect((await reset()).status).toBe(200);
    expect(await auditTrail(server, userId)).toEqual([
      ...['app_users.mail_sent', 'app_users.password_reset', 'app_users.signed_up'],
    ]);
    expect(await sessionsOf(userId)).toEqual([]);
    expect((await ask(client)).body.code).toBe('chat.private_app');
    expect((await reset()).body.code).toBe('app_users.link_expired');
    expect((await signIn(client, { email })).body.code).toBe('app_users.bad_credentials');
    expect((await signIn(client, { email, password: 'Another-Horse-8' })).status).toBe(200);
  });

  it('verifies an address that a shown link did not prove, before later invitations give access at once', async () => {
    const email = newAddress();
    await inviteTo(owner, appId, email);
    const { accessId = '' } = (await accessOf(appId, email)) ?? {};
    await mailedToken(server, { to: email, path: '/user/sign-up', appId });
    const { link } = await owner.call(endpoints.showLink, { params: { id: accessId }, body: {} });
    const token = new URL(link).searchParams.get('token') ?? '';
    const client = server.visitor();
    const body = { appId, token, firstName: 'Mary', password: appUserPassword };
    const { user } = await client.call(endpoints.signUp, { body });
    expect(user.emailVerified).toBe(false);
    expect((await ask(client)).status).toBe(200);
    const gone = await owner.send(endpoints.showLink, { params: { id: accessId }, body: {} });
    expect(gone.body.code).toBe('app_users.not_invited');
    const other = await newApp(owner);
    expect((await inviteTo(owner, other, email)).body.responseData.status).toBe('INVITED');
    const replaced = await mailedToken(server, { to: email, path: '/user/verify', appId });
    await client.call(endpoints.sendVerification, { body: { appId } });
    const verification = await eventually(async () => {
      const mail = await mailedToken(server, { to: email, path: '/user/verify', appId });
      return mail.token !== replaced.token && mail;
    });
    expect(await lifetimes(user.userId)).toEqual([{ purpose: 'VERIFY', hours: 24 }]);
    const voided = await server.visitor().send(endpoints.verify, { body: { appId, token: replaced.token } });
    expect(voided.body.code).toBe('app_users.link_expired');
    const verify = () =>
      server.visitor().send(endpoints.verify, { body: { appId, token: verification.token } });
    expect((await verify()).status).toBe(200);
    expect((await verify()).body.code).toBe('app_users.link_expired');
    expect(await auditTrail(server, user.userId)).toEqual([
      ...['app_users.mail_sent', 'app_users.mail_sent', 'app_users.signed_up', 'app_users.verified'],
    ]);
    await client.call(endpoints.sendVerification, { body: { appId } });
    await eventually(
      async () =>
        (await server.sql(`select 1 from graphile_worker.jobs where task_identifier = 'app-users.send-mail'`))
          .length === 0,
    );
    expect(await lifetimes(user.userId)).toEqual([]);
    const third = await newApp(owner);
    expect((await inviteTo(owner, third, email)).body.responseData.status).toBe('GRANTED');
    // The open invitation is accepted by signing in with its token.
    const open = await mailedToken(server, { to: email, path: '/user/sign-up', appId: other });
    const taken = await server.visitor().send(endpoints.signUp, {
      body: { appId: other, token: open.token, firstName: 'Mary', password: appUserPassword },
    });
    expect(taken.body.code).toBe('app_users.account_exists');
    const accepted = await signIn(server.visitor(), { email, appId: other, token: open.token });
    expect(accepted.body.responseData.hasAccess).toBe(true);
  });

  it('is invited at most once at a time, and again after the invitation expired', async () => {
    const email = newAddress();
    await inviteTo(owner, appId, email);
    const first = await mailedToken(server, { to: email, path: '/user/sign-up', appId });
    await server.sql(`update app_access set invited_until = now() - interval '1 second' where email = $1`, [
      email,
    ]);
    const expired = await server.visitor().send(endpoints.verifyInvitation, {
      body: { appId, token: first.token },
    });
    expect(expired.body.code).toBe('app_users.invitation_invalid');
    expect(await accessOf(appId, email)).toMatchObject({ status: 'EXPIRED', canCopyLink: false });
    await inviteTo(owner, appId, email);
    const token = await eventually(async () => {
      const mail = await mailedToken(server, { to: email, path: '/user/sign-up', appId });
      return mail.token === first.token ? undefined : mail.token;
    });
    const client = server.visitor();
    const body = { appId, token, firstName: 'Mary', password: appUserPassword };
    expect((await client.call(endpoints.signUp, { body })).hasAccess).toBe(true);
    const given = await inviteTo(owner, appId, email);
    expect([given.status, given.body.code]).toEqual([409, 'access.already_given']);
  });
});

import { appUsers } from '@atelier/contracts/account/app-users/app-users';
import { auth } from '@atelier/contracts/account/identity/auth';
import { type OpenidProvider, openid } from '@atelier/contracts/account/identity/openid';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appUserPassword, inviteTo, joinApp, newAddress, newApp } from '../../../../tests/app-user.ts';
import type { Client } from '../../../../tests/client.ts';
import {
  type OpenidClaims,
  type OpenidServer,
  openidClient,
  startOpenidServer,
} from '../../../../tests/fakes/openid-server.ts';
import { auditTrail, startTestServer, type TestServer } from '../../../../tests/harness.ts';

const { endpoints } = appUsers;

const configured = (prefix: string, issuer: string) => ({
  [`${prefix}_ISSUER`]: issuer,
  [`${prefix}_CLIENT_ID`]: openidClient.id,
  [`${prefix}_CLIENT_SECRET`]: openidClient.secret,
});

const claimsOf = (email: string, change: Partial<OpenidClaims> = {}): OpenidClaims => ({
  sub: `sub-${crypto.randomUUID()}`,
  email,
  email_verified: true,
  name: 'Mary Jackson',
  ...change,
});

describe('an app user who signs in at a provider', () => {
  let provider: OpenidServer;
  let server: TestServer;
  let owner: Client;
  let appId: string;

  beforeAll(async () => {
    provider = await startOpenidServer();
    const { issuer } = provider;
    server = await startTestServer({
      env: { ...configured('GOOGLE', issuer), ...configured('MICROSOFT', issuer) },
    });
    provider.open(server.origin);
    owner = (await server.signUp()).client;
    appId = await newApp(owner);
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const begin = (client: Client, id = appId, using: OpenidProvider = 'google') =>
    client.call(endpoints.startProvider, { body: { appId: id, provider: using } });
  const finish = (client: Client, body: { code: string; state: string; iss?: string }) =>
    client.send(endpoints.finishProvider, { body });
  const arrive = async (
    claims: OpenidClaims,
    { id = appId, using = 'google' as OpenidProvider, client = server.visitor() } = {},
  ) => {
    const back = await provider.visit((await begin(client, id, using)).redirectTo, claims);
    return { client, back, reply: await finish(client, back) };
  };
  const codeOf = async (arriving: ReturnType<typeof arrive>): Promise<string> => {
    const { status, body } = (await arriving).reply;
    return `${status} ${body.code ?? ''}`.trim();
  };
  const usersWith = (email: string) => server.sql('select id from app_users where email = $1', [email]);
  const newInvited = async (id = appId): Promise<string> => {
    const email = newAddress();
    await inviteTo(owner, id, email);
    return email;
  };

  it('finds the providers of the builders at the sign-in of an app', async () => {
    const page = await server.visitor().call(endpoints.signInPage, { params: { id: appId } });
    expect(page.providers.map(({ provider: name }) => name)).toEqual(['google', 'microsoft']);
  });

  it('is asked which account to use, by Google and Microsoft', async () => {
    for (const using of ['google', 'microsoft'] as const) {
      const { redirectTo } = await begin(server.visitor(), appId, using);
      expect(new URL(redirectTo).searchParams.get('prompt')).toBe('select_account');
    }
  });

  it('gets an account and access from an invitation of the address, chats, and is recognised again', async () => {
    const email = await newInvited();
    const claims = claimsOf(email);
    const { client, reply } = await arrive(claims);
    const { user, hasAccess } = reply.body.responseData;
    expect(user).toMatchObject({ email, name: 'Mary Jackson', emailVerified: true, appId });
    expect(user).toMatchObject({ firstName: 'Mary Jackson', lastName: '' });
    expect(await auditTrail(server, user.userId)).toEqual(['app_users.signed_in', 'app_users.signed_up']);
    expect(hasAccess).toBe(true);
    const asked = await client.send(chat.endpoints.query, { body: { appId, query: 'When is it open?' } });
    expect(asked.status).toBe(200);
    const again = (await arrive({ ...claims, email: newAddress() })).reply.body.responseData;
    expect(again.user.userId).toBe(user.userId);
    expect(await usersWith(email)).toHaveLength(1);
  });

  it('is called as the provider says, at most sixty characters of it, or by the first part of the address', async () => {
    const named = async (change: Partial<OpenidClaims>) => {
      const { user } = (await arrive(claimsOf(await newInvited(), change))).reply.body.responseData;
      return [user.firstName, user.lastName, user.email.split('@')[0]];
    };
    const [first, last, mailbox] = await named({ name: undefined });
    expect([first, last]).toEqual([mailbox, '']);
    expect((await named({ given_name: 'Katherine', family_name: 'Johnson' })).slice(0, 2)).toEqual([
      ...['Katherine', 'Johnson'],
    ]);
    const long = { given_name: `K${'a'.repeat(70)}`, family_name: `J${'o'.repeat(70)}` };
    expect((await named(long)).slice(0, 2)).toEqual([`K${'a'.repeat(59)}`, `J${'o'.repeat(59)}`]);
  });

  it('gets in with an invited address alone, and only to the app of the invitation', async () => {
    const stranger = newAddress();
    expect(await codeOf(arrive(claimsOf(stranger)))).toBe('403 app_users.address_not_invited');
    expect(await usersWith(stranger)).toEqual([]);
    const elsewhere = await newInvited(await newApp(owner));
    expect(await codeOf(arrive(claimsOf(elsewhere)))).toBe('403 app_users.address_not_invited');
    const late = await newInvited();
    await server.sql(`update app_access set invited_until = now() - interval '1 second' where email = $1`, [
      late,
    ]);
    expect(await codeOf(arrive(claimsOf(late)))).toBe('403 app_users.address_not_invited');
    expect(await usersWith(late)).toEqual([]);
  });

  it('gets in only with an address for which the provider vouches', async () => {
    const email = await newInvited();
    const refused = '403 app_users.address_not_vouched';
    expect(await codeOf(arrive(claimsOf(email, { email_verified: false })))).toBe(refused);
    expect(await codeOf(arrive(claimsOf(email, { email_verified: undefined })))).toBe(refused);
    expect(await codeOf(arrive(claimsOf(email, { email: undefined })))).toBe(refused);
    // Microsoft lets a directory claim any address.
    expect(await codeOf(arrive(claimsOf(email), { using: 'microsoft' }))).toBe(refused);
    expect(await usersWith(email)).toEqual([]);
  });

  it('is linked to an account with a password only where its address was confirmed', async () => {
    const { email, userId } = await joinApp(server, { owner, appId });
    const claims = claimsOf(email);
    await server.sql('update app_users set email_verified = false where id = $1', [userId]);
    expect(await codeOf(arrive(claims))).toBe('409 app_users.confirm_first');
    await server.sql('update app_users set email_verified = true where id = $1', [userId]);
    expect((await arrive(claims)).reply.body.responseData.user.userId).toBe(userId);
    expect(await auditTrail(server, userId)).toContain('app_users.account_linked');
    const byPassword = { appId, email, password: appUserPassword };
    expect((await server.visitor().send(endpoints.signIn, { body: byPassword })).status).toBe(200);
  });

  it('has no password until one is set, and none signs them in', async () => {
    const email = await newInvited();
    await arrive(claimsOf(email));
    const { status, body } = await server
      .visitor()
      .send(endpoints.signIn, { body: { appId, email, password: appUserPassword } });
    expect([status, body.code]).toEqual([401, 'app_users.bad_credentials']);
  });

  it('accepts a later invitation to another app with the same sign-in', async () => {
    const email = await newInvited();
    const claims = claimsOf(email);
    const other = await newApp(owner);
    await inviteTo(owner, other, email);
    expect((await arrive(claims)).reply.body.responseData.hasAccess).toBe(true);
    expect((await arrive(claims, { id: other })).reply.body.responseData.hasAccess).toBe(true);
    const third = await newApp(owner);
    expect((await arrive(claims, { id: third })).reply.body.responseData.hasAccess).toBe(false);
  });

  it('is another app user in each company', async () => {
    const email = await newInvited();
    const claims = claimsOf(email);
    const here = (await arrive(claims)).reply.body.responseData.user;
    const theirs = (await server.signUp()).client;
    const theirApp = await newApp(theirs);
    expect(await codeOf(arrive(claims, { id: theirApp }))).toBe('403 app_users.address_not_invited');
    await inviteTo(theirs, theirApp, email);
    const there = (await arrive(claims, { id: theirApp })).reply.body.responseData.user;
    expect(there.userId).not.toBe(here.userId);
    expect(there.tenantId).not.toBe(here.tenantId);
  });

  it('gets a session of an app user, and no account and no session of a builder', {
    tags: ['PRIVATE-03'],
  }, async () => {
    const email = await newInvited();
    const { client } = await arrive(claimsOf(email));
    expect([...client.cookies.keys()].sort()).toEqual([
      ...['atelier_app_user', 'atelier_app_user_csrf', 'atelier_openid'],
    ]);
    expect((await client.call(auth.endpoints.session, {})).user).toBeNull();
    expect(await server.sql('select id from users where email = $1', [email])).toEqual([]);
  });

  it('cannot finish the sign-in of a builder, nor a builder theirs', async () => {
    const client = server.visitor();
    const email = await newInvited();
    const ours = await provider.visit((await begin(client)).redirectTo, claimsOf(email));
    const asBuilder = await client.send(openid.endpoints.callback, { body: ours });
    expect(asBuilder.body.code).toBe('openid.attempt_expired');
    const started = await client.call(openid.endpoints.start, { body: { provider: 'google' } });
    const theirs = await provider.visit(started.redirectTo, claimsOf(email));
    expect((await finish(client, theirs)).body.code).toBe('openid.attempt_expired');
    expect(await usersWith(email)).toEqual([]);
    expect(await server.sql('select id from users where email = $1', [email])).toEqual([]);
  });

  it('finishes once, in the browser that began, for the app that it began with', async () => {
    const email = await newInvited();
    const { client, back } = await arrive(claimsOf(email));
    expect((await finish(client, back)).body.code).toBe('openid.attempt_expired');
    const begun = await provider.visit((await begin(client)).redirectTo, claimsOf(email));
    expect((await finish(server.visitor(), begun)).body.code).toBe('openid.attempt_expired');
    const other = await newApp(owner);
    const moved = begun.state.replace(appId, other);
    expect(moved).not.toBe(begun.state);
    expect((await finish(client, { ...begun, state: moved })).body.code).toBe('openid.attempt_expired');
  });

  it('is refused an id token with another nonce, and a code of another sign-in', async () => {
    const client = server.visitor();
    const email = await newInvited();
    const withNonce = new URL((await begin(client)).redirectTo);
    withNonce.searchParams.set('nonce', 'the-nonce-of-somebody-else');
    const injected = await provider.visit(withNonce.href, claimsOf(email));
    expect((await finish(client, injected)).body.code).toBe('openid.answer_not_trusted');
    const theirs = await provider.visit((await begin(server.visitor())).redirectTo, claimsOf(email));
    const ours = await provider.visit((await begin(client)).redirectTo, claimsOf(email));
    const swapped = await finish(client, { ...ours, code: theirs.code });
    expect(swapped.body.code).toBe('openid.code_refused');
    expect(await usersWith(email)).toEqual([]);
  });
});

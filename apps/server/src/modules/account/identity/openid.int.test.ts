import { appUsers } from '@atelier/contracts/account/app-users/app-users';
import { auth } from '@atelier/contracts/account/identity/auth';
import { type OpenidProvider, openid } from '@atelier/contracts/account/identity/openid';
import { passwords } from '@atelier/contracts/account/identity/passwords';
import { people } from '@atelier/contracts/account/people/people';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newApp } from '../../../../tests/app-user.ts';
import { Client } from '../../../../tests/client.ts';
import {
  type OpenidClaims,
  type OpenidServer,
  openidClient,
  startOpenidServer,
} from '../../../../tests/fakes/openid-server.ts';
import {
  auditTrail,
  eventually,
  publicServer,
  startTestServer,
  type TestServer,
} from '../../../../tests/harness.ts';
import { hashToken } from '../../../kernel/secrets/secrets.ts';

const environmentFor = (issuer: string) => ({
  OPENID_ISSUER: issuer,
  OPENID_CLIENT_ID: openidClient.id,
  OPENID_CLIENT_SECRET: openidClient.secret,
  OPENID_NAME: 'Acme login',
  GOOGLE_ISSUER: issuer,
  GOOGLE_CLIENT_ID: openidClient.id,
  GOOGLE_CLIENT_SECRET: openidClient.secret,
  MICROSOFT_ISSUER: issuer,
  MICROSOFT_CLIENT_ID: openidClient.id,
  MICROSOFT_CLIENT_SECRET: openidClient.secret,
});

let count = 0;
const newClaims = (change: Partial<OpenidClaims> = {}): OpenidClaims => {
  count += 1;
  const email = `person-${count}@example.com`;
  return { sub: `sub-${count}`, email, email_verified: true, name: 'Ada Lovelace', ...change };
};

describe('signing in at a provider', () => {
  let provider: OpenidServer;
  let pictures: FakeServer;
  let server: TestServer;
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const log: string[] = [];
  beforeAll(async () => {
    provider = await startOpenidServer();
    pictures = await startFakeServer((_asked, response) => void response.end(png));
    server = await startTestServer({
      env: { ...environmentFor(provider.issuer), OUTBOUND_ALLOW: new URL(pictures.origin).host },
      onLog: (line) => void log.push(line),
    });
  });
  afterAll(async () => {
    await server.close();
    await pictures.close();
    await provider.close();
  });

  const begin = (client: Client, using: OpenidProvider = 'openid') =>
    client.call(openid.endpoints.start, { body: { provider: using, returnTo: '/apps' } });
  const finish = (client: Client, body: { code: string; state: string; iss?: string }) =>
    client.send(openid.endpoints.callback, { body });
  const signInAs = async (
    claims: OpenidClaims,
    using: OpenidProvider = 'openid',
    client = server.visitor(),
  ) => {
    const { redirectTo } = await begin(client, using);
    const back = await provider.visit(redirectTo, claims);
    return { client, back, reply: await finish(client, back) };
  };
  const userOf = async (claims: OpenidClaims, using: OpenidProvider = 'openid') => {
    const { reply, client } = await signInAs(claims, using);
    return { client, user: reply.body.responseData.user };
  };
  const linkAs = async (client: Client, claims: OpenidClaims, using: OpenidProvider = 'openid') => {
    const { redirectTo } = await client.call(openid.endpoints.link, { body: { provider: using } });
    return finish(client, await provider.visit(redirectTo, claims));
  };
  const mailsTo = async (email: string) =>
    (await server.visitor().call(auth.endpoints.outbox, {})).mails.filter(({ to }) => to === email);
  const mailTo = (email: string, wanted: string) =>
    eventually(async () => (await mailsTo(email)).find(({ subject }) => subject === wanted));
  const isTold = async (email: string) =>
    (await mailTo(email, 'Another sign-in was linked to your account')).to === email;
  const usersWith = (email: string) => server.sql('select id from users where email = $1', [email]);

  it('reports that the provider is down, and works as soon as it is up', async () => {
    const client = server.visitor();
    const { status, body } = await client.send(openid.endpoints.start, { body: { provider: 'openid' } });
    expect([status, body.code]).toEqual([502, 'openid.provider_unreachable']);
    provider.open(server.origin);
    expect((await signInAs(newClaims())).reply.status).toBe(200);

    const { redirectTo } = await begin(client);
    const back = await provider.visit(redirectTo, newClaims());
    provider.shut();
    expect((await finish(client, back)).body.code).toBe('openid.provider_unreachable');
    provider.open(server.origin);
    expect((await signInAs(newClaims())).reply.status).toBe(200);
  });

  it('offers what is configured: a hosted provider of kind AUTH0, Google and Microsoft', {
    tags: ['AUTH-01', 'AUTH-02', 'CONST-03'],
  }, async () => {
    expect(await server.visitor().call(openid.endpoints.providers, {})).toEqual({
      providers: [
        { provider: 'google', kind: 'GOOGLE', name: 'Google' },
        { provider: 'microsoft', kind: 'MICROSOFT', name: 'Microsoft' },
        { provider: 'openid', kind: 'AUTH0', name: 'Acme login' },
      ],
      signUp: 'open',
    });
  });

  it.each([
    ['openid', /^oidc_/],
    ['google', /^google-oauth2_/],
    ['microsoft', /^waad_/],
  ] as const)(
    'creates a user who comes from %s, with a tenant and a session, and recognises them again',
    { tags: ['AUTH-01', 'AUTH-02'] },
    async (using, id) => {
      const claims = newClaims();
      const first = await signInAs(claims, using);
      const { user, returnTo, linked } = first.reply.body.responseData;
      expect(user).toMatchObject({ name: 'Ada Lovelace', email: claims.email, role: 'OWNER' });
      expect(user).toMatchObject({ privacyPolicy: true, termsAndConditions: true });
      expect(user.userId).toMatch(id);
      // Microsoft states in a claim of its own whether it has verified an address.
      expect(user.email_verified).toBe(using !== 'microsoft');
      expect([returnTo, linked]).toEqual(['/apps', false]);
      expect(await auditTrail(server, user.userId)).toEqual(['identity.signed_in', 'identity.signed_up']);
      expect(await server.sql('select mail_proven from users where id = $1', [user.userId])).toEqual([
        { mail_proven: using !== 'microsoft' },
      ]);
      const session = await first.client.call(auth.endpoints.session, {});
      expect(session.user?.userId).toBe(user.userId);
      expect((await userOf(claims, using)).user.userId).toBe(user.userId);
      expect(await usersWith(claims.email ?? '')).toHaveLength(1);
    },
  );

  it('accepts a code once', async () => {
    const { client, back } = await signInAs(newClaims());
    expect((await finish(client, back)).body.code).toBe('openid.attempt_expired');
  });

  it('refuses a state that it did not issue, that has expired, or that belongs to another browser', async () => {
    const client = server.visitor();
    const { redirectTo } = await begin(client);
    const back = await provider.visit(redirectTo, newClaims());
    expect(back.state).toMatch(/^opn_[\w-]{43}$/);
    expect((await finish(client, { ...back, state: 'opn_made_up' })).body.code).toBe(
      'openid.attempt_expired',
    );
    expect((await finish(server.visitor(), back)).body.code).toBe('openid.attempt_expired');
    const other = server.visitor();
    await begin(other);
    expect((await finish(other, back)).body.code).toBe('openid.attempt_expired');
    await server.sql(`update openid_attempts set expires_at = now() - interval '1 second'`);
    expect((await finish(client, back)).body.code).toBe('openid.attempt_expired');
  });

  it('lets two sign-ins of one browser run side by side', async () => {
    const client = server.visitor();
    const [one, two] = [await begin(client), await begin(client)];
    const first = await provider.visit(one.redirectTo, newClaims());
    const second = await provider.visit(two.redirectTo, newClaims());
    expect((await finish(client, first)).status).toBe(200);
    expect((await finish(client, second)).status).toBe(200);
  });

  it('refuses an id token with another nonce, a code of another sign-in, and another issuer', async () => {
    const client = server.visitor();
    const withNonce = new URL((await begin(client)).redirectTo);
    withNonce.searchParams.set('nonce', 'the-nonce-of-somebody-else');
    const injected = await provider.visit(withNonce.href, newClaims());
    expect((await finish(client, injected)).body.code).toBe('openid.answer_not_trusted');

    const theirs = await provider.visit((await begin(server.visitor())).redirectTo, newClaims());
    const ours = await provider.visit((await begin(client)).redirectTo, newClaims());
    const swapped = await finish(client, { ...ours, code: theirs.code });
    expect(swapped.body.code).toBe('openid.code_refused');

    const third = await provider.visit((await begin(client)).redirectTo, newClaims());
    const wrong = await finish(client, { ...third, iss: 'https://login.example.org' });
    expect(wrong.body.code).toBe('openid.answer_not_trusted');
  });

  it('does not trust a provider that calls itself by another name than the configured one', async () => {
    const lines: string[] = [];
    const renamed = await server.another({
      env: environmentFor(provider.issuer.replace('127.0.0.1', 'localhost')),
      onLog: (line) => void lines.push(line),
    });
    const { body } = await renamed.visitor().send(openid.endpoints.start, { body: { provider: 'openid' } });
    expect(body.code).toBe('openid.answer_not_trusted');
    const leaving = renamed.visitor();
    leaving.cookies.set('atelier_provider', 'openid');
    expect((await leaving.call(auth.endpoints.signOut, {})).redirectTo).toBeNull();
    expect(lines.join('')).toContain('the session at the provider was not ended');
    await renamed.close();
  });

  it('refuses users without an address, or with one that the provider has not verified', async () => {
    const nobody = newClaims({ email: undefined, email_verified: undefined });
    expect((await signInAs(nobody)).reply.body.code).toBe('openid.email_missing');
    const unverified = newClaims({ email_verified: false });
    const { status, body } = (await signInAs(unverified)).reply;
    expect([status, body.code]).toEqual([403, 'openid.email_unverified']);
    expect(await usersWith(unverified.email ?? '')).toEqual([]);
  });

  it('calls a user whose name the provider does not say by the first part of the address', async () => {
    const { user } = await userOf(newClaims({ email: 'grace.hopper@example.com', name: undefined }));
    expect(user).toMatchObject({ name: 'grace.hopper', tenantName: 'grace.hopper’s company' });
  });

  it('gives a new user the picture that the provider names, and reads it once', async () => {
    const claims = newClaims({ picture: `${pictures.origin}/ada.png` });
    const { client } = await userOf(claims);
    await signInAs(claims);
    const address = (await client.call(auth.endpoints.session, {})).user?.profilePicture ?? '';
    expect(address).toMatch(/^\/api\/auth\/pictures\/pic_/);
    const shown = await client.fetch(address);
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);
    expect(pictures.requests).toHaveLength(1);
  });

  it('does not sign in builders with what an app user has begun, who is asked for an account', async () => {
    const appId = await newApp((await server.signUp()).client);
    const client = server.visitor();
    const body = { appId, provider: 'google' } as const;
    const begun = await client.call(appUsers.endpoints.startProvider, { body });
    expect(new URL(begun.redirectTo).searchParams.get('prompt')).toBe('select_account');
    expect(new URL((await begin(client, 'google')).redirectTo).searchParams.get('prompt')).toBeNull();
    const back = await provider.visit(begun.redirectTo, newClaims());
    expect((await finish(client, back)).body.code).toBe('openid.attempt_expired');
  });

  it('asks users to confirm an address whose verification the provider does not state', async () => {
    const { user } = await userOf(newClaims({ email_verified: undefined }), 'microsoft');
    expect(user.email_verified).toBe(false);
    expect((await mailTo(user.email, 'Please confirm your email address')).text).toContain('/verify?token=');
  });

  it('adds the provider to an account only when both sides have verified its address', async () => {
    const { user, email } = await server.signUp('Grace Hopper');
    const claims = newClaims({ email });
    const refused = (await signInAs(claims)).reply;
    expect([refused.status, refused.body.code]).toEqual([409, 'openid.link_first']);
    await server.sql('update users set email_verified = true where id = $1', [user.userId]);
    const silent = await signInAs({ ...claims, email_verified: undefined }, 'microsoft');
    expect(silent.reply.body.code).toBe('openid.link_first');
    expect((await userOf(claims)).user.userId).toBe(user.userId);
    expect((await userOf({ ...claims, email: 'moved@example.com' })).user.userId).toBe(user.userId);
    expect(await isTold(email)).toBe(true);
    const linked = `select details ->> 'by' as by from audit_log where action = 'identity.account_linked' and actor ->> 'userId' = $1`;
    expect(await server.sql(linked, [user.userId])).toEqual([{ by: 'verified email' }]);
  });

  it('links a provider to the signed-in account and unlinks it, unless it is the last way to sign in', async () => {
    const { client, user, email } = await server.signUp('Edsger Dijkstra');
    const claims = newClaims();
    const linked = await linkAs(client, claims);
    expect(linked.body.responseData).toMatchObject({ linked: true, user: { userId: user.userId } });
    expect(await isTold(email)).toBe(true);
    expect((await userOf(claims)).user.userId).toBe(user.userId);
    expect((await linkAs(client, claims)).body.code).toBe('openid.already_linked');
    expect((await linkAs(client, newClaims())).body.code).toBe('openid.already_linked');

    const { accounts } = await client.call(openid.endpoints.accounts, {});
    expect(accounts).toMatchObject([
      { provider: 'password', abilities: { unlink: false } },
      { provider: 'openid', email: claims.email, abilities: { unlink: true } },
    ]);
    const id = accounts[1]?.accountId ?? '';
    await client.call(openid.endpoints.unlink, { params: { id } });
    const gone = await client.send(openid.endpoints.unlink, { params: { id } });
    expect(gone.body.code).toBe('openid.account_not_found');
    const only = accounts[0]?.accountId ?? '';
    const refused = await client.send(openid.endpoints.unlink, { params: { id: only } });
    expect(refused.body.code).toBe('openid.password_stays');

    const { client: guest } = await userOf(newClaims());
    const [single] = (await guest.call(openid.endpoints.accounts, {})).accounts;
    expect(single).toMatchObject({ provider: 'openid', abilities: { unlink: false } });
    const last = await guest.send(openid.endpoints.unlink, { params: { id: single?.accountId ?? '' } });
    expect(last.body.code).toBe('openid.last_way_in');
    expect((await guest.call(openid.endpoints.accounts, {})).accounts).toHaveLength(1);
  });

  it('links no provider that belongs to another user, and none when another user has signed in meanwhile', async () => {
    const claims = newClaims();
    await signInAs(claims);
    const { client } = await server.signUp('Barbara Liskov');
    expect((await linkAs(client, claims)).body.code).toBe('openid.linked_elsewhere');

    const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
    const begun = await client.call(openid.endpoints.link, { body: { provider: 'google' } });
    const program = new Client(server.origin, apiKey ?? '');
    for (const [name, value] of client.cookies) program.cookies.set(name, value);
    const answer = await provider.visit(begun.redirectTo, newClaims());
    expect((await finish(program, answer)).body.code).toBe('openid.other_session');

    const { redirectTo } = await client.call(openid.endpoints.link, { body: { provider: 'google' } });
    const back = await provider.visit(redirectTo, newClaims());
    const { email, password } = await server.signUp('Somebody Else');
    await client.call(auth.endpoints.signIn, { body: { email, password } });
    expect((await finish(client, back)).body.code).toBe('openid.other_session');
  });

  it('ends the session at the provider too when the user signs out', {
    tags: ['SESSION-18'],
  }, async () => {
    const { client, user } = await userOf(newClaims());
    const other = await server.signUp('Somebody Else');
    const { tenantId } = other.user;
    await server.sql(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'USER')`, [
      tenantId,
      user.userId,
    ]);
    await client.call(people.endpoints.switchTenant, { body: { tenantId } });
    const { redirectTo } = await client.call(auth.endpoints.signOut, {});
    const url = new URL(redirectTo ?? '');
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${server.origin}/`);
    const answer = await fetch(url, { redirect: 'manual' });
    expect(answer.status).toBe(200);
    expect((await client.call(auth.endpoints.session, {})).user).toBeNull();

    const { client: withPassword } = await server.signUp();
    expect((await withPassword.call(auth.endpoints.signOut, {})).redirectTo).toBeNull();
  });

  it('ends the session at the provider too after the same user signed in again with a password, not after another', async () => {
    const ada = await server.signUp();
    const claims = newClaims();
    await linkAs(ada.client, claims);
    const grace = await server.signUp('Grace Hopper');
    const leaveAs = async ({ email, password }: { email: string; password: string }) => {
      const { client } = await userOf(claims);
      await client.call(auth.endpoints.signIn, { body: { email, password } });
      return (await client.call(auth.endpoints.signOut, {})).redirectTo;
    };
    expect(new URL((await leaveAs(ada)) ?? '').origin).toBe(provider.issuer);
    expect(await leaveAs(grace)).toBeNull();
  });

  it('ends the session at the provider too when our own session has already ended', {
    tags: ['ERROR-06'],
  }, async () => {
    const { client, user } = await userOf(newClaims());
    await server.sql('delete from sessions where user_id = $1', [user.userId]);
    expect((await client.call(auth.endpoints.session, {})).user).toBeNull();
    const { redirectTo } = await client.call(auth.endpoints.signOut, {});
    const url = new URL(redirectTo ?? '');
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('client_id')).toBe(openidClient.id);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${server.origin}/`);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(200);
    expect([...client.cookies.keys()].filter((name) => name !== 'atelier_openid')).toEqual([]);
    expect((await client.call(auth.endpoints.signOut, {})).redirectTo).toBeNull();

    const forged = server.visitor();
    forged.cookies.set('atelier_provider', 'https://evil.example');
    expect((await forged.call(auth.endpoints.signOut, {})).redirectTo).toBeNull();
  });

  it('binds the sign-in to the browser by a cookie of this very host under TLS', async () => {
    provider.open(server.origin);
    const secure = await server.another({ env: { ...environmentFor(provider.issuer), ...publicServer } });
    const begun = async () => {
      const client = secure.visitor();
      const reply = await client.send(openid.endpoints.start, { body: { provider: 'openid' } });
      const state = new URL(reply.body.responseData?.redirectTo ?? '').searchParams.get('state') ?? '';
      return { client, state, cookies: reply.headers.getSetCookie() };
    };
    const { client, state, cookies } = await begun();
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-atelier_openid=brw_[\w-]{43}; Path=\/; Max-Age=900; SameSite=Lax; Secure; HttpOnly$/,
      ),
    ]);
    const callbackWith = async (cookie: string) => {
      const visitor = secure.visitor();
      visitor.cookies.set(cookie, client.cookies.get('__Host-atelier_openid') ?? '');
      return (await finish(visitor, { code: 'no-code', state })).body.code;
    };
    // A page on another subdomain could set the cookie without the prefix to the secret of its own sign-in.
    expect(await callbackWith('atelier_openid')).toBe('openid.attempt_expired');
    expect(await callbackWith('__Host-atelier_openid')).toBe('openid.answer_not_trusted');
    await secure.close();
  });

  it('keeps neither id tokens nor anything by which a code could be redeemed', async () => {
    const { redirectTo } = await begin(server.visitor());
    const { searchParams } = new URL(redirectTo);
    await userOf(newClaims());
    const [row] = await server.sql<{ all: string }>(
      `select (select string_agg(a::text, ' ') from openid_attempts a) || (select string_agg(s::text, ' ') from sessions s) as all`,
    );
    expect(row?.all).toContain('v1.');
    for (const secret of [searchParams.get('state'), searchParams.get('nonce')])
      expect(row?.all).not.toContain(secret);
    // Every token begins with these letters. The pattern has them twice, because random letters may contain them once.
    expect(row?.all).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });

  it('signs a user in whose directory does not grant access to their picture, and only logs that', {
    tags: ['AUTH-03'],
  }, async () => {
    log.length = 0;
    const { reply } = await signInAs(newClaims(), 'microsoft');
    expect(reply.status).toBe(200);
    const lines = log.filter((line) => line.includes('Access token not found.'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"provider":"microsoft"');
  });

  it('leads users without a password to their providers by the names that the sign-in page shows', async () => {
    const { user } = await userOf(newClaims());
    await server.visitor().call(passwords.endpoints.forgot, { body: { email: user.email } });
    const mail = await mailTo(user.email, 'You sign in without a password');
    expect(mail.text).toContain('you sign in with Acme login');
  });

  it('asks for a second factor after the provider where it is on', async () => {
    const claims = newClaims();
    const { user } = await userOf(claims);
    await server.sql(
      `insert into second_factors (user_id, secret, confirmed_at) values ($1, 'made-up', now())`,
      [user.userId],
    );
    const { reply, client } = await signInAs(claims);
    expect(reply.body.code).toBe('auth.second_factor_required');
    expect(client.cookies.has('atelier_session')).toBe(false);
  });

  it('refuses new users of a provider while sign-up is by invitation, unless they were admitted', {
    tags: ['AUTH-05'],
  }, async () => {
    const closed = await server.another({ env: { ...environmentFor(provider.issuer), SIGN_UP: 'invite' } });
    provider.open(closed.origin);
    const come = async (claims: OpenidClaims, using: OpenidProvider = 'openid') => {
      const client = closed.visitor();
      return finish(client, await provider.visit((await begin(client, using)).redirectTo, claims));
    };
    const claims = newClaims();
    const { status, body } = await come(claims);
    expect([status, body.code]).toEqual([403, 'auth.invite_required']);
    await server.sql(
      `insert into waitlist (id, name, email, company_name, phone, status) values ('wait_1', 'Ada', $1, 'Ada', '123456', 'ADMITTED')`,
      [claims.email],
    );
    expect((await come({ ...claims, email_verified: undefined }, 'microsoft')).body.code).toBe(
      'auth.invite_required',
    );
    expect((await come(claims)).body.responseData.user.email_verified).toBe(true);
    const invited = newClaims({ email_verified: undefined });
    await server.sql(
      `insert into waitlist (id, name, email, company_name, phone, status, token_hash, token_expires_at)
         values ('wait_2', 'Ada', $1, 'Ada', '123456', 'ADMITTED', $2, now() + interval '1 day')`,
      [invited.email, hashToken('inv_by-mail')],
    );
    const client = closed.visitor();
    const start = { provider: 'microsoft', invite: 'inv_by-mail' } as const;
    const { redirectTo } = await client.call(openid.endpoints.start, { body: start });
    const { body: entered } = await finish(client, await provider.visit(redirectTo, invited));
    expect(entered.responseData.user.email_verified).toBe(true);
    const rows = await server.sql(
      `select w.status, u.mail_proven from waitlist w join users u using (email) order by w.id`,
    );
    expect(rows).toEqual([
      { status: 'JOINED', mail_proven: true },
      { status: 'JOINED', mail_proven: false },
    ]);
    provider.open(server.origin);
    await closed.close();
  });

  it('reports that a provider is not set up', async () => {
    const plain = await server.another();
    const { status, body } = await plain
      .visitor()
      .send(openid.endpoints.start, { body: { provider: 'google' } });
    expect([status, body.code]).toEqual([404, 'openid.provider_not_found']);
    expect((await plain.visitor().call(openid.endpoints.providers, {})).providers).toEqual([]);
    await plain.close();
  });
});

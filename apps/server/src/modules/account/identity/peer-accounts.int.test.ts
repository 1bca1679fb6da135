import { contracts } from '@atelier/contracts';
import { account } from '@atelier/contracts/account/identity/account';
import { auth } from '@atelier/contracts/account/identity/auth';
import { openid } from '@atelier/contracts/account/identity/openid';
import { passkeys } from '@atelier/contracts/account/identity/passkeys';
import { passwords } from '@atelier/contracts/account/identity/passwords';
import { waitlist } from '@atelier/contracts/account/identity/waitlist';
import { people } from '@atelier/contracts/account/people/people';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { byName, registerPasskey } from '../../../../tests/fakes/passkey.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { inviteTo, newEmail } from '../../../../tests/invitation.ts';

/** Attacks that succeeded against similar products, tried on accounts and tenants. The numbers are those of research/peers.md. */
describe('attacks known from similar products, against accounts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { INTERNAL_DOMAINS: 'example.com' } });
  });
  afterAll(() => server.close());

  const mailTo = (email: string, pattern: RegExp) =>
    eventually(async () => {
      const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
      return mails.flatMap(({ to, text }) => (to === email ? (pattern.exec(text)?.[1] ?? []) : []))[0];
    });
  const resetPassword = async (email: string, password: string) => {
    await server.visitor().call(passwords.endpoints.forgot, { body: { email } });
    const token = await mailTo(email, /\/reset-password\?token=(rst_[\w-]{43})/);
    await server.visitor().call(passwords.endpoints.reset, { body: { token, password } });
  };
  const waysInto = (userId: string) =>
    server.sql<{ way: string }>(
      `select 'passkey' as way from passkeys where user_id = $1
       union all select 'second factor' from second_factors where user_id = $1
       union all select 'recovery code' from recovery_codes where user_id = $1
       union all select 'api key' from api_keys where user_id = $1
       union all select provider from accounts where user_id = $1 order by 1`,
      [userId],
    );
  /** Creates an account with every way to sign in that its creator can leave behind. */
  const withEveryWayIn = async () => {
    const made = await server.signUp();
    const { device } = await registerPasskey(made.client);
    await made.client.call(auth.endpoints.getApiKey, {});
    await server.sql(`insert into second_factors (user_id, secret, confirmed_at) values ($1, 'x', now())`, [
      made.user.userId,
    ]);
    await server.sql(`insert into recovery_codes (user_id, code_hash) values ($1, $1)`, [made.user.userId]);
    await server.sql(
      `insert into accounts (id, user_id, provider, subject) values ('acc_' || $1, $1, 'google', 'squatter ' || $1)`,
      [made.user.userId],
    );
    return { ...made, device };
  };

  it('16: leave the creator of an account in another’s name no way to sign in once the address is proven', async () => {
    const { email, user, device } = await withEveryWayIn();
    expect(await waysInto(user.userId)).toHaveLength(6);
    await resetPassword(email, 'Better-Horse-8');
    expect((await waysInto(user.userId)).map(({ way }) => way)).toEqual(['password']);
    const visitor = byName(server.visitor());
    const { challenge } = await visitor.call(passkeys.endpoints.signInOptions, {});
    const response = device.sign(challenge, visitor.origin);
    expect((await visitor.send(passkeys.endpoints.signIn, { body: { response } })).body.code).toBe(
      'passkeys.not_verified',
    );
    const { status } = await server
      .visitor()
      .send(auth.endpoints.signIn, { body: { email, password: 'Better-Horse-8' } });
    expect(status).toBe(200);
  });

  it('16: take from a user who had proven the address no way to sign in except the API key', async () => {
    const { email, user } = await withEveryWayIn();
    await server.sql('update users set email_verified = true, mail_proven = true where id = $1', [
      user.userId,
    ]);
    const before = await waysInto(user.userId);
    await resetPassword(email, 'Better-Horse-8');
    expect(await waysInto(user.userId)).toEqual(before.filter(({ way }) => way !== 'api key'));
    const { body } = await server
      .visitor()
      .send(auth.endpoints.signIn, { body: { email, password: 'Better-Horse-8' } });
    expect(body.code).toBe('auth.second_factor_required');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    ' //evil.example',
  ])('17: begins no sign-in that would lead to %j', async (returnTo) => {
    const { status, body } = await server
      .visitor()
      .send(openid.endpoints.start, { body: { provider: 'google', returnTo } });
    expect([status, body.code]).toEqual([400, 'request.invalid']);
  });

  // The calls of app users do not know the cookie of members; their own attacks are in app-user-attacks.int.test.ts.
  const unsafe = Object.values(contracts).flatMap((contract) =>
    (Object.values(contract.endpoints) as Endpoint[]).filter(
      ({ method, access }) => method !== 'GET' && !('appUser' in access),
    ),
  );
  /** Returns our code in a failure, whichever protocol shapes it. */
  const codeIn = (body: { code?: string; error?: { code?: unknown; data?: { code?: string } } }) =>
    body.code ?? body.error?.data?.code ?? body.error?.code;
  const pathTo = ({ path }: Endpoint) => path.replace(/:(\w+)/g, 'missing');

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site of an old browser', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a page of a neighbour', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['our own page without the token', { 'sec-fetch-site': 'same-origin' }],
    ['a page whose headers a proxy has removed', { referer: 'https://evil.example/' }],
    ['our own page with the token of another session', { 'x-csrf-token': 'a'.repeat(43) }],
  ])('17: takes nothing by cookie from %s, in a form, as text or as a file', async (_who, headers) => {
    const { client, user } = await server.signUp();
    // A user who may do everything, including /admin.
    await server.sql('update users set email_verified = true, mail_proven = true where id = $1', [
      user.userId,
    ]);
    const cookie = client.headers()['cookie'] ?? '';
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.txt');
    const bodies = [new URLSearchParams({ a: '1' }), form, new Blob(['{}'], { type: 'text/plain' })];
    const taken: string[] = [];
    for (const endpoint of unsafe)
      for (const body of bodies) {
        const response = await fetch(new URL(pathTo(endpoint), server.origin), {
          method: endpoint.method,
          headers: { ...headers, cookie },
          body,
        });
        const code = codeIn((await response.json()) as Parameters<typeof codeIn>[0]);
        if (code !== 'request.csrf') taken.push(`${endpoint.method} ${endpoint.path}: ${String(code)}`);
      }
    expect(taken).toEqual([]);
    expect(unsafe.length).toBeGreaterThan(60);
    expect((await client.call(auth.endpoints.session, {})).user).not.toBeNull();
  });

  it('15: cannot use a token for anything but its own purpose', async () => {
    const { client, email, password } = await server.signUp();
    const vrf = await mailTo(email, /\/verify\?token=(vrf_[\w-]{43})/);
    const { token: inv } = await inviteTo(server, client);
    await server.visitor().call(passwords.endpoints.forgot, { body: { email } });
    const rst = await mailTo(email, /\/reset-password\?token=(rst_[\w-]{43})/);
    const { idToken: idt } = await server
      .visitor()
      .call(passwords.endpoints.idToken, { body: { email, password } });
    await client.call(account.endpoints.changeEmail, { body: { email: newEmail(), password } });
    const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
    const ses = client.cookies.get('atelier_session');
    const tokens = Object.entries({ vrf, inv, rst, idt, atl: apiKey ?? '', ses: ses ?? '' });
    const visitor = () => server.visitor();
    const chosen = 'Stolen-Horse-9';
    const places: Record<string, (token: string) => Promise<{ status: number }>> = {
      vrf: (token) => visitor().send(auth.endpoints.verifyEmail, { body: { token } }),
      rst: (token) => visitor().send(passwords.endpoints.reset, { body: { token, password: chosen } }),
      idt: (token) => client.send(passwords.endpoints.change, { body: { idToken: token, password: chosen } }),
      inv: (token) => visitor().send(people.endpoints.getInvitation, { params: { id: token } }),
      sfc: (token) =>
        visitor().send(auth.endpoints.secondFactor, { body: { challenge: token, code: '123456' } }),
      waitlist: (token) => visitor().send(waitlist.endpoints.readInvite, { body: { invite: token } }),
      atl: (token) => new Client(server.origin, token).send(people.endpoints.listTenants, {}),
      ses: (token) => {
        const thief = visitor();
        thief.cookies.set('atelier_session', token);
        return thief.send(people.endpoints.listTenants, {});
      },
    };
    const taken: string[] = [];
    for (const [kind, token] of tokens)
      for (const [place, send] of Object.entries(places))
        if (place !== kind && (await send(token)).status < 400) taken.push(`${kind} at ${place}`);
    expect(taken).toEqual([]);
    expect(tokens.every(([kind, token]) => token.startsWith(`${kind}_`))).toBe(true);
    // The reset comes last, because it makes the other tokens invalid.
    const refused: string[] = [];
    for (const kind of ['inv', 'atl', 'ses', 'vrf', 'rst'])
      if ((await places[kind]?.(Object.fromEntries(tokens)[kind] ?? ''))?.status !== 200) refused.push(kind);
    expect(refused).toEqual([]);
  });
});

import { account } from '@atelier/contracts/account/identity/account';
import { auth } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { auditTrail, publicServer, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { joinTenant } from '../../../../tests/member.ts';
import { changeTenantStatus } from '../tenancy/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = auth;
const whoIs = async (client: Client) => (await client.call(endpoints.session, {})).user?.userId ?? null;
const post = (client: Client, path: string, headers: Record<string, string>, body: unknown = {}) =>
  client.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const codeOf = async (response: Response) =>
  `${response.status} ${((await response.json()) as { code?: string }).code ?? 'ok'}`;
const regenerate = endpoints.regenerateApiKey.path;

describe('signing in and out', () => {
  it('opens a session with email and password in any spelling of the email', {
    tags: ['AUTH-28'],
  }, async () => {
    const { user, email, password } = await server.signUp();
    const client = server.visitor();
    const reply = await client.call(endpoints.signIn, {
      body: { email: ` ${email.toUpperCase()}`, password },
    });
    expect(reply.user).toEqual(user);
    expect(await whoIs(client)).toBe(user.userId);
    expect(await auditTrail(server, user.userId)).toEqual(['identity.signed_in', 'identity.signed_up']);
  });

  it('answers an unknown address and a wrong password in the same way', async () => {
    const { email } = await server.signUp();
    const answers = [];
    for (const address of [email, 'nobody@example.com']) {
      const reply = await server
        .visitor()
        .send(endpoints.signIn, { body: { email: address, password: 'Wrong-Horse-7' } });
      const { requestId: _requestId, ...body } = reply.body;
      const names = [...reply.headers.keys()].filter((name) => !/^(date|x-request-id)$/.test(name));
      answers.push({ status: reply.status, body, names });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'auth.bad_credentials' } });
  });

  it('gives a new session at every sign-in and ends the one that the browser held', async () => {
    const { client, email, password, user } = await server.signUp();
    const first = new Map(client.cookies);
    await client.call(endpoints.signIn, { body: { email, password } });
    expect(client.cookies.get('atelier_session')).not.toBe(first.get('atelier_session'));
    expect(client.cookies.get('atelier_csrf')).not.toBe(first.get('atelier_csrf'));
    const old = server.visitor();
    for (const [name, value] of first) old.cookies.set(name, value);
    expect(await whoIs(old)).toBeNull();
    expect(await whoIs(client)).toBe(user.userId);
  });

  it('never accepts a session token that somebody else chose', async () => {
    const { email, password } = await server.signUp();
    const client = server.visitor();
    const planted = `ses_${'A'.repeat(43)}`;
    client.cookies.set('atelier_session', planted);
    await client.call(endpoints.signIn, { body: { email, password } });
    expect(client.cookies.get('atelier_session')).not.toBe(planted);
    const attacker = server.visitor();
    attacker.cookies.set('atelier_session', planted);
    expect(await whoIs(attacker)).toBeNull();
  });

  it('ends the session on the server, not only in the browser', { tags: ['SESSION-13'] }, async () => {
    const { client, user } = await server.signUp();
    const copy = server.visitor();
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    await client.call(endpoints.signOut, {});
    // The cookie of the device stays, and signs nobody in.
    expect([...client.cookies.keys()]).toEqual([expect.stringMatching(/^atelier_device_/)]);
    expect(await whoIs(copy)).toBeNull();
    expect((await copy.send(endpoints.getApiKey, {})).body.code).toBe('auth.unauthenticated');
    expect((await server.visitor().send(endpoints.signOut, {})).status).toBe(200);
    expect(await auditTrail(server, user.userId)).toEqual(['identity.signed_out', 'identity.signed_up']);
  });

  it('refuses further attempts after ten failures, even with the right password', async () => {
    const { email, password } = await server.signUp();
    const attempt = async (candidate: string) => {
      const reply = await server.visitor().send(endpoints.signIn, { body: { email, password: candidate } });
      return reply;
    };
    for (let count = 0; count < 10; count += 1)
      expect((await attempt('Wrong-Horse-7')).body.code).toBe('auth.bad_credentials');
    const refused = await attempt(password);
    expect(refused.body.code).toBe('request.rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    await server.sql(`update sign_in_attempts set began_at = now() - interval '16 minutes'`);
    expect((await attempt(password)).status).toBe(200);
  });

  it('starts counting failures again after a success, which leaves no count', async () => {
    const counts = async () => (await server.sql('select 1 from sign_in_attempts')).length;
    const before = await counts();
    const { email, password } = await server.signUp();
    const left: number[] = [];
    for (const word of ['x', 'x', 'x', 'x', 'x', 'x', password, 'x', 'x', 'x', 'x', 'x', 'x']) {
      const reply = await server.visitor().send(endpoints.signIn, { body: { email, password: word } });
      expect(reply.status).toBe(word === password ? 200 : 401);
      if (word === password) left.push(await counts());
    }
    expect(left).toEqual([before]);
  });
});

describe('the session cookie', () => {
  it('is httpOnly, lax, for a day; the forgery token beside it is readable', {
    tags: ['SESSION-25'],
  }, async () => {
    const { email, password } = await server.signUp();
    const reply = await server.visitor().send(endpoints.signIn, { body: { email, password } });
    const [session, csrf] = reply.headers.getSetCookie();
    expect(session).toMatch(
      /^atelier_session=ses_[\w-]{43}; Path=\/; Max-Age=86400; SameSite=Lax; HttpOnly$/,
    );
    expect(csrf).toMatch(/^atelier_csrf=[\w-]{43}; Path=\/; Max-Age=86400; SameSite=Lax$/);
  });

  it('is Secure and of this host alone when the public address is https', async () => {
    const secure = await server.another({ env: publicServer });
    const { email, password } = await server.signUp();
    const reply = await secure.visitor().send(endpoints.signIn, { body: { email, password } });
    const attributes = 'Path=/; Max-Age=86400; SameSite=Lax; Secure';
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^__Host-atelier_session=ses_[\\w-]{43}; ${attributes}; HttpOnly$`)),
      expect.stringMatching(new RegExp(`^__Host-atelier_csrf=[\\w-]{43}; ${attributes}$`)),
      expect.stringMatching(
        /^__Host-atelier_device_[0-9a-f]{16}=.*; Max-Age=31536000; SameSite=Lax; Secure; HttpOnly$/,
      ),
    ]);
    const session = reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const whoWith = async (cookie: string) =>
      (await secure.visitor().fetch(endpoints.session.path, { headers: { cookie } })).text();
    expect(await whoWith(session)).toContain(email);
    expect(await whoWith(session.replace('__Host-', ''))).not.toContain(email);
    await secure.close();
  });

  it('records its last use to the minute, with at most one write a minute', async () => {
    const { client, user } = await server.signUp();
    const age = (seconds: number) =>
      server.sql(`update sessions set refreshed_at = now() - make_interval(secs => $2) where user_id = $1`, [
        user.userId,
        seconds,
      ]);
    const secondsAgo = async () => {
      const { sessions } = await client.call(account.endpoints.sessions, {});
      return (Date.now() - Date.parse(sessions[0]?.lastUsedAt ?? '')) / 1000;
    };
    await age(30);
    expect(Math.round(await secondsAgo())).toBeGreaterThanOrEqual(30);
    await age(37 * 60);
    expect(await secondsAgo()).toBeLessThan(30);
  });

  it('lasts another day when it is used after an hour, and ends when it is unused for a day', async () => {
    const { client, user } = await server.signUp();
    const age = (hours: number) =>
      server.sql(
        `update sessions set refreshed_at = now() - make_interval(hours => $2),
           expires_at = now() - make_interval(hours => $2) + interval '1 day' where user_id = $1`,
        [user.userId, hours],
      );
    const left = async () => {
      const statement = `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from sessions
        where user_id = $1`;
      return (await server.sql<{ hours: number }>(statement, [user.userId]))[0]?.hours;
    };
    expect((await client.send(endpoints.session, {})).headers.getSetCookie()).toEqual([]);
    await age(2);
    const renewed = await client.send(endpoints.session, {});
    expect(renewed.headers.getSetCookie()[0]).toContain(
      `atelier_session=${client.cookies.get('atelier_session')}; Path=/; Max-Age=86400`,
    );
    expect(await left()).toBe(24);
    await age(25);
    expect(await whoIs(client)).toBeNull();
  });

  it('ends thirty days after the sign-in, however much it was used', async () => {
    const { client, user } = await server.signUp();
    const madeAgo = (hours: number) =>
      server.sql(
        `update sessions set created_at = now() - make_interval(hours => $2),
           refreshed_at = now() - interval '2 hours' where user_id = $1`,
        [user.userId, hours],
      );
    const secondsLeft = async () => {
      const statement = `select extract(epoch from expires_at - now())::int as seconds from sessions
        where user_id = $1`;
      return (await server.sql<{ seconds: number }>(statement, [user.userId]))[0]?.seconds;
    };
    await madeAgo(30 * 24 - 1);
    expect(await whoIs(client)).not.toBeNull();
    expect(await secondsLeft()).toBeLessThanOrEqual(60 * 60);
    await madeAgo(30 * 24 + 1);
    // The first request is still answered, because the session was open until now.
    await client.send(endpoints.session, {});
    expect(await whoIs(client)).toBeNull();
  });
});

describe('a request that another site sends', () => {
  it('is refused without the token of the session, and with the token of another session', async () => {
    const { client } = await server.signUp();
    const other = await server.signUp();
    const ours = { origin: server.origin, 'sec-fetch-site': 'same-origin' };
    expect(await codeOf(await post(client, regenerate, { ...ours, 'x-csrf-token': '' }))).toBe(
      '403 request.csrf',
    );
    const foreign = other.client.cookies.get('atelier_csrf') ?? '';
    expect(await codeOf(await post(client, regenerate, { ...ours, 'x-csrf-token': foreign }))).toBe(
      '403 request.csrf',
    );
    expect(await codeOf(await post(client, regenerate, ours))).toBe('200 ok');
  });

  it('is refused even with the token when the origin is foreign', async () => {
    const { client } = await server.signUp();
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(await codeOf(await post(client, regenerate, evil))).toBe('403 request.csrf');
    expect(await codeOf(await post(client, regenerate, { origin: 'null', 'x-csrf-token': '' }))).toBe(
      '403 request.csrf',
    );
    expect(await codeOf(await post(client, endpoints.signOut.path, evil))).toBe('403 request.csrf');
  });

  it('cannot sign a visitor in or up', async () => {
    const { email, password } = await server.signUp();
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const response = await post(server.visitor(), endpoints.signIn.path, evil, { email, password });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await codeOf(response)).toBe('403 request.csrf');
  });

  it('is accepted from the public address when a proxy changed the host', async () => {
    const proxied = await server.another({ env: publicServer });
    const { email, password } = await server.signUp();
    const signIn = (origin: string) =>
      post(proxied.visitor(), endpoints.signIn.path, { origin }, { email, password });
    expect(await codeOf(await signIn('https://atelier.example.com'))).toBe('200 ok');
    expect(await codeOf(await signIn('https://evil.example.com'))).toBe('403 request.csrf');
    await proxied.close();
  });
});

describe('what a session may do', () => {
  it('changes with the role at the next request', { tags: ['ROLE-01'] }, async () => {
    const { client, user } = await server.signUp();
    const setRole = (role: string) =>
      server.sql('update memberships set role = $2 where user_id = $1', [user.userId, role]);
    for (const [role, status] of [
      ['USER', 403],
      ['BUILDER', 200],
      ['OPERATOR', 403],
      ['ADMIN', 200],
      ['OWNER', 200],
    ] as const) {
      await setRole(role);
      expect((await client.send(endpoints.regenerateApiKey, { body: {} })).status).toBe(status);
      expect((await client.call(endpoints.session, {})).user?.role).toBe(role);
    }
  });

  it('ends while the tenant is disabled, which signing in reports', async () => {
    const { client, user, email, password } = await server.signUp();
    const setStatus = (status: string) =>
      server.sql('update tenants set status = $2 where id = $1', [user.tenantId, status]);
    await setStatus('DISABLED');
    expect(await whoIs(client)).toBeNull();
    expect((await client.send(endpoints.regenerateApiKey, { body: {} })).body.code).toBe(
      'auth.unauthenticated',
    );
    const refused = await server.visitor().send(endpoints.signIn, { body: { email, password } });
    expect(refused.body.code).toBe('auth.no_membership');
    expect(refused.headers.getSetCookie()).toEqual([]);
    await setStatus('ACTIVE');
    expect(await whoIs(client)).toBe(user.userId);
  });

  it('ends together with the membership, and the next one starts in a new tenant of the user', {
    tags: ['TENANT-10'],
  }, async () => {
    const { client, user, email, password } = await server.signUp();
    await server.sql('delete from memberships where user_id = $1', [user.userId]);
    expect(await whoIs(client)).toBeNull();
    const rows = await server.sql('select 1 from sessions where user_id = $1', [user.userId]);
    expect(rows).toEqual([]);
    const next = await client.call(endpoints.signIn, { body: { email, password } });
    expect(next.user).toMatchObject({ role: 'OWNER', tenantName: 'Ada Lovelace’s company' });
    expect(next.user.tenantId).not.toBe(user.tenantId);
  });

  it('continues in the user’s own tenant when another is left or disabled, and ends where there is none', async () => {
    const { client, user } = await server.signUp();
    const { tenantId } = user;
    const leaving = await joinTenant(server, { tenantId, role: 'USER' });
    const staying = await joinTenant(server, { tenantId, role: 'USER' });
    await leaving.client.call(people.endpoints.leaveTenant, { params: { id: tenantId } });
    await changeTenantStatus(server.contextOf(tenantId), tenantId, { status: 'DISABLED', reason: 'unpaid' });
    for (const each of [leaving, staying]) {
      const { user: now } = await each.client.call(endpoints.session, {});
      expect([now?.userId, now?.role]).toEqual([each.userId, 'OWNER']);
    }
    await changeTenantStatus(server.contextOf(tenantId), tenantId, { status: 'ACTIVE' });
    expect(await whoIs(client)).toBeNull();
  });

  it('starts in another active tenant when the user’s own is disabled', {
    tags: ['TENANT-06'],
  }, async () => {
    const own = await server.signUp();
    const other = await server.signUp('Charles Babbage');
    await server.sql(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'USER')`, [
      other.user.tenantId,
      own.user.userId,
    ]);
    const body = { email: own.email, password: own.password };
    expect((await server.visitor().call(endpoints.signIn, { body })).user.tenantId).toBe(own.user.tenantId);
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [own.user.tenantId]);
    expect((await server.visitor().call(endpoints.signIn, { body })).user).toMatchObject({
      tenantId: other.user.tenantId,
      role: 'USER',
    });
  });

  it('excludes the tenantId of another tenant', async () => {
    const { client } = await server.signUp();
    const other = await server.signUp();
    const reply = await client.send(endpoints.getApiKey, { query: { tenantId: other.user.tenantId } });
    expect(reply.body.code).toBe('auth.tenant_mismatch');
  });
});

it('gives a page a new forgery token after the key of the server was changed', async () => {
  const [older, newer] = ['o'.repeat(40), 'n'.repeat(40)];
  const before = await startTestServer({ env: { ATELIER_SECRET_KEY: older } });
  const { client } = await before.signUp();
  const after = await before.another({ env: { ATELIER_SECRET_KEY: `${newer},${older}` } });
  const same = after.visitor();
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  const headers = () => ({ 'x-csrf-token': same.cookies.get('atelier_csrf') ?? '' });
  expect(await codeOf(await post(same, regenerate, headers()))).toBe('403 request.csrf');
  await whoIs(same);
  expect(await codeOf(await post(same, regenerate, headers()))).toBe('200 ok');
  await after.close();
  await before.close();
});

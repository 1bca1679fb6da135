import { account } from '@atelier/contracts/account/identity/account';
import { auth } from '@atelier/contracts/account/identity/auth';
import { openid } from '@atelier/contracts/account/identity/openid';
import { passkeys } from '@atelier/contracts/account/identity/passkeys';
import { passwords } from '@atelier/contracts/account/identity/passwords';
import { people } from '@atelier/contracts/account/people/people';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = auth;
const withKey = (apiKey: string) => new Client(server.origin, apiKey);
const whoIs = async (client: Client) => (await client.call(endpoints.session, {})).user?.userId ?? null;

const signUpWithKey = async () => {
  const signedUp = await server.signUp();
  const { apiKey } = await signedUp.client.call(endpoints.getApiKey, {});
  if (apiKey === null) throw new Error('The first call shows the key.');
  return { ...signedUp, apiKey };
};

describe('the API key', () => {
  it('is made on the first call and shown once', { tags: ['APP-53'] }, async () => {
    const { client, user, apiKey } = await signUpWithKey();
    expect(apiKey).toMatch(/^atl_[\w-]{43}$/);
    const later = await client.call(endpoints.getApiKey, {});
    expect(later.apiKey).toBeNull();
    expect(later.hint).toBe(`atl_…${apiKey.slice(-4)}`);
    expect(later.createdAt).not.toBeNull();
    const details = `select details from audit_log where action = 'identity.api_key_made' and subject_id = $1`;
    expect(await server.sql(details, [user.userId])).toEqual([{ details: { hint: later.hint } }]);
  });

  it('is made once when several first calls race', async () => {
    const { client } = await server.signUp();
    const replies = await Promise.all(Array.from({ length: 6 }, () => client.call(endpoints.getApiKey, {})));
    const shown = replies.map(({ apiKey }) => apiKey).filter((apiKey) => apiKey !== null);
    expect(shown).toHaveLength(1);
    expect(new Set(replies.map(({ hint }) => hint)).size).toBe(1);
  });

  it('acts as its user, with the role of that moment', async () => {
    const { user, apiKey } = await signUpWithKey();
    const script = withKey(apiKey);
    expect(await whoIs(script)).toBe(user.userId);
    expect((await script.send(endpoints.getApiKey, {})).status).toBe(200);
    await server.sql(`update memberships set role = 'OPERATOR' where user_id = $1`, [user.userId]);
    const refused = await script.send(endpoints.getApiKey, {});
    expect(refused.body).toMatchObject({ code: 'auth.forbidden', details: { needs: 'keys:write' } });
  });

  it('can be replaced with a session, and the old one is refused at once', async () => {
    const { client, user, apiKey } = await signUpWithKey();
    const fresh = await client.call(endpoints.regenerateApiKey, { body: {} });
    expect(fresh.apiKey).not.toBe(apiKey);
    expect((await withKey(apiKey).send(endpoints.getApiKey, {})).body.code).toBe('auth.unauthenticated');
    expect(await whoIs(withKey(fresh.apiKey))).toBe(user.userId);
    const rows = await server.sql('select 1 from api_keys where user_id = $1', [user.userId]);
    expect(rows).toHaveLength(1);
  });

  it('can replace itself as the bearer', { tags: ['APP-54'] }, async () => {
    const { apiKey } = await signUpWithKey();
    const fresh = await withKey(apiKey).call(endpoints.regenerateApiKey, { body: { ApiKey: apiKey } });
    expect(await whoIs(withKey(apiKey))).toBeNull();
    expect(await whoIs(withKey(fresh.apiKey))).not.toBeNull();
  });

  it('authenticates nobody in any other spelling', async () => {
    const { apiKey } = await signUpWithKey();
    const base64 = Buffer.from(`api:${apiKey}`).toString('base64');
    const spellings: Record<string, string>[] = [
      { 'x-api-key': apiKey },
      { 'api-key': apiKey },
      { apikey: apiKey },
      { 'x-auth-token': apiKey },
      { 'x-access-token': apiKey },
      { 'proxy-authorization': `Bearer ${apiKey}` },
      { 'x-authorization': `Bearer ${apiKey}` },
      { 'x-forwarded-authorization': `Bearer ${apiKey}` },
      { authorization: apiKey },
      { authorization: `Basic ${base64}` },
      { authorization: `Token ${apiKey}` },
      { authorization: `ApiKey ${apiKey}` },
      { authorization: `Bearer ${apiKey} ` + 'x' },
      { authorization: `Bearer ${apiKey.slice(0, -1)}` },
      { authorization: `Bearer ${apiKey.toUpperCase()}` },
      { cookie: `atelier_session=${apiKey}` },
      { cookie: `apiKey=${apiKey}; authorization=Bearer ${apiKey}` },
    ];
    for (const headers of spellings) {
      const response = await fetch(new URL(endpoints.getApiKey.path, server.origin), { headers });
      expect({ headers, status: response.status }).toEqual({ headers, status: 401 });
    }
    for (const name of ['apiKey', 'api_key', 'ApiKey', 'key', 'token', 'access_token', 'authorization']) {
      const query = new URLSearchParams({ [name]: apiKey });
      const response = await fetch(new URL(`${endpoints.getApiKey.path}?${query.toString()}`, server.origin));
      expect({ name, status: response.status }).toEqual({ name, status: 401 });
    }
    const inBody = await fetch(new URL(endpoints.regenerateApiKey.path, server.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ApiKey: apiKey }),
    });
    expect(inBody.status).toBe(401);
    expect(await whoIs(withKey(apiKey))).not.toBeNull();
  });

  it('is not overruled by a session cookie that comes with it', async () => {
    const { client, apiKey } = await signUpWithKey();
    const other = await signUpWithKey();
    const both = withKey(other.apiKey);
    for (const [name, value] of client.cookies) both.cookies.set(name, value);
    expect(await whoIs(both)).toBe(other.user.userId);
    const cookies = [...both.cookies];
    expect(await both.call(endpoints.signOut, {})).toEqual({ done: true, redirectTo: null });
    expect(await whoIs(client)).not.toBeNull();
    for (const [name, value] of cookies) both.cookies.set(name, value);
    expect(await withKey(other.apiKey).call(endpoints.signOut, {})).toEqual({ done: true, redirectTo: null });
    await other.client.call(endpoints.regenerateApiKey, { body: {} });
    expect(await whoIs(both)).toBeNull();
    expect(await whoIs(withKey(apiKey))).not.toBeNull();
  });

  it('is refused while the company is disabled', async () => {
    const { user, apiKey } = await signUpWithKey();
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [user.tenantId]);
    expect((await withKey(apiKey).send(endpoints.getApiKey, {})).body.code).toBe('auth.unauthenticated');
  });

  it('changes neither how its user signs in nor the tenant of their session', async () => {
    const { user, email, apiKey } = await signUpWithKey();
    const params = { id: 'some_id' };
    const proof = { code: '123456' };
    const idToken = `idt_${'x'.repeat(43)}`;
    const password = 'Correct-Horse-7';
    const theTenant = { id: user.tenantId };
    const tenantName = 'Ada Lovelace Ltd';
    const calls: [Endpoint, object][] = [
      [account.endpoints.updateProfile, { body: { name: 'Eve' } }],
      [account.endpoints.removePicture, {}],
      [account.endpoints.changeEmail, { body: { email: 'eve@example.com', password } }],
      [account.endpoints.sessions, {}],
      [account.endpoints.endSession, { params }],
      [account.endpoints.endOtherSessions, { body: {} }],
      [account.endpoints.secondFactor, {}],
      [account.endpoints.setUpSecondFactor, { body: { password } }],
      [account.endpoints.confirmSecondFactor, { body: proof }],
      [account.endpoints.renewRecoveryCodes, { body: { ...proof, password } }],
      [account.endpoints.turnOffSecondFactor, { body: { ...proof, password } }],
      [account.endpoints.previewDeletion, {}],
      [account.endpoints.deleteAccount, { body: { email, password } }],
      [passkeys.endpoints.list, {}],
      [passkeys.endpoints.registrationOptions, { body: { password } }],
      [passkeys.endpoints.rename, { params, body: { name: 'Mine' } }],
      [passkeys.endpoints.remove, { params, body: { password } }],
      [passwords.endpoints.change, { body: { idToken, password: 'Another*Horse8' } }],
      [openid.endpoints.link, { body: { provider: 'google', returnTo: '/', password } }],
      [openid.endpoints.accounts, {}],
      [openid.endpoints.unlink, { params, body: { password } }],
      [people.endpoints.switchTenant, { body: { tenantId: user.tenantId } }],
      [people.endpoints.leaveTenant, { params: theTenant }],
      [people.endpoints.removeTenant, { params: theTenant, body: { tenantName } }],
      [people.endpoints.transferOwnership, { params: theTenant, body: { userId: user.userId, tenantName } }],
    ];
    const taken: string[] = [];
    for (const [endpoint, parts] of calls) {
      const { body } = await withKey(apiKey).send<Endpoint>(endpoint, parts as never);
      if (!['auth.needs_session', 'people.session_needed'].includes(body.code ?? ''))
        taken.push(`${endpoint.method} ${endpoint.path}: ${body.code ?? 'done'}`);
    }
    expect(taken).toEqual([]);
  });

  it('is shown to nobody else: neither for another userId, nor through a link on another site', async () => {
    const { client } = await server.signUp();
    const other = await server.signUp();
    const asked = await client.send(endpoints.getApiKey, { query: { userId: other.user.userId } });
    expect(asked.body.code).toBe('auth.forbidden');
    const linked = await client.fetch(endpoints.getApiKey.path, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(linked.status).toBe(403);
    expect((await client.call(endpoints.getApiKey, {})).apiKey).not.toBeNull();
  });

  it('is not shown, and so not lost, to a picture, a frame, a typed address or a neighbouring site', async () => {
    const { client } = await server.signUp();
    const unread: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'script' },
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty' },
      { accept: 'image/webp,image/apng,*/*;q=0.8' },
      { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    ];
    for (const headers of unread) {
      const response = await client.fetch(endpoints.getApiKey.path, { headers });
      expect({ headers, status: response.status }).toEqual({ headers, status: 403 });
    }
    const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' };
    const response = await client.fetch(endpoints.getApiKey.path, { headers: page });
    expect(await response.json()).toMatchObject({
      responseData: { apiKey: expect.stringMatching(/^atl_/) as string },
    });
  });
});

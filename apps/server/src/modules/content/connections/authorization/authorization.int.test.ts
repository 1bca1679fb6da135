import { auth } from '@atelier/contracts/account/identity/auth';
import {
  type Authorization,
  AuthorizationAddress,
  authorization,
} from '@atelier/contracts/content/connections/authorization';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import {
  type OpenidServer,
  openidClient,
  startOpenidServer,
} from '../../../../../tests/fakes/openid-server.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { getAccessToken } from './tokens.ts';

const { endpoints } = authorization;
const claims = { sub: 'ada', email: 'ada@provider.example', name: 'Ada' };

let env: Record<string, string>;
let provider: OpenidServer;
let server: TestServer;
let owner: Client;
let tenantId: string;

beforeAll(async () => {
  provider = await startOpenidServer();
  const crm = {
    id: 'crm',
    name: 'CRM',
    authorizationUrl: `${provider.issuer}/auth`,
    tokenUrl: `${provider.issuer}/token`,
    accountUrl: `${provider.issuer}/me`,
    scopes: ['openid', 'email'],
    clientId: openidClient.id,
    clientSecret: openidClient.secret,
  };
  env = { OAUTH_PROVIDERS: JSON.stringify([crm]) };
  server = await startTestServer({ env });
  provider.open(server.origin);
  const { client, user } = await server.signUp();
  owner = client;
  ({ tenantId } = user);
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const begin = async (client: Client, id = 'crm') => {
  const response = await client.fetch('/api/datasource/get-authorization-url', {
    method: 'POST',
    body: JSON.stringify({ provider: id }),
    headers: { 'content-type': 'application/json' },
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
};

/** Starts an authorization, grants it at the provider, and returns the parameters with which the browser comes back. */
const allow = async (client: Client) => {
  const { responseData } = AuthorizationAddress.parse((await begin(client)).body);
  const { code, state } = await provider.visit(responseData.authorizationUrl, claims);
  expect(state).toBe(responseData.state);
  return { code, state };
};

const finish = async (client: Client): Promise<Authorization> =>
  client.call(endpoints.finish, { body: await allow(client) });

/** Returns the error code with which a return from the provider is refused. */
const refusalOf = async (client: Client, body: { code: string; state: string }) =>
  (await client.send(endpoints.finish, { body })).body.code;
const checkOf = async (client: Client, id: string) =>
  (await client.send(endpoints.check, { params: { id } })).body.code;

const expire = (id: string) => server.sql(`update authorizations set expires_at = now() where id = $1`, [id]);

describe('asking for the address of an authorization', () => {
  it('tells success by status 200, and asks with PKCE and a state', {
    tags: ['CONNECTOR-44', 'API-15'],
  }, async () => {
    const { status, body } = await begin(owner);
    const { status: told, responseData } = AuthorizationAddress.parse(body);
    expect([status, told]).toEqual([200, 200]);
    const url = new URL(responseData.authorizationUrl);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${server.origin}/connection-auth`,
      state: responseData.state,
      scope: 'openid email',
      code_challenge_method: 'S256',
    });
    expect(url.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  });

  it('refuses a service that is not set up', async () => {
    const { status, body } = await begin(owner, 'other');
    expect([status, body]).toMatchObject([404, { success: false, code: 'authorization.provider_unknown' }]);
  });

  it('lists the services of the configuration, without their secrets', async () => {
    const { providers } = await owner.call(endpoints.providers, {});
    expect(providers).toEqual([{ provider: 'crm', name: 'CRM' }]);
  });
});

describe('coming back from the service', () => {
  it('exchanges the code for tokens that are kept encrypted and never sent', async () => {
    const made = await finish(owner);
    expect(made).toMatchObject({ provider: 'crm', account: claims.email });
    expect(Object.keys(made).sort()).toEqual(['account', 'authorizationId', 'expiresAt', 'provider']);
    const [row] = await server.sql<{ tokens: string }>('select tokens from authorizations where id = $1', [
      made.authorizationId,
    ]);
    expect(row?.tokens).toMatch(/^v1\./);
    const token = await getAccessToken(server.contextOf(tenantId), made.authorizationId);
    expect(row?.tokens).not.toContain(token);
  });

  it('takes a state once, from the session and the company that began, and within ten minutes', async () => {
    const unknown = 'authorization.state_unknown';
    const used = await allow(owner);
    await owner.call(endpoints.finish, { body: used });
    expect(await refusalOf(owner, used)).toBe(unknown);
    const stranger = await server.signUp('Stranger');
    expect(await refusalOf(stranger.client, await allow(owner))).toBe(unknown);
    const late = await allow(owner);
    await server.sql(`update authorization_attempts set expires_at = now() - interval '1 second'`);
    expect(await refusalOf(owner, late)).toBe(unknown);
    expect(await refusalOf(owner, { code: 'x', state: 'made-up' })).toBe(unknown);
  });

  it('refuses the state in another session of the same user', async () => {
    const { email, password, client } = await server.signUp('Two Sessions');
    const other = server.visitor();
    await other.call(auth.endpoints.signIn, { body: { email, password } });
    expect(await refusalOf(other, await allow(client))).toBe('authorization.state_unknown');
  });

  it('says so when the service does not confirm the code', async () => {
    const { state } = await allow(owner);
    expect(await refusalOf(owner, { code: 'forged', state })).toBe('authorization.refused');
  });
});

describe('an authorization that has been made', () => {
  it('is renewed once it has expired, and only once for two simultaneous requests', async () => {
    const { authorizationId: id } = await finish(owner);
    const ctx = server.contextOf(tenantId);
    const before = await getAccessToken(ctx, id);
    await expire(id);
    const [one, two] = await Promise.all([getAccessToken(ctx, id), getAccessToken(ctx, id)]);
    expect(one).toBe(two);
    expect(one).not.toBe(before);
    const checked = await owner.call(endpoints.check, { params: { id } });
    expect(Date.parse(checked.expiresAt ?? '')).toBeGreaterThan(Date.now());
    await expire(id);
    expect(await getAccessToken(ctx, id)).not.toBe(one);
  });

  it('is renewed once for all processes', async () => {
    const { authorizationId: id } = await finish(owner);
    const other = await server.another({ env });
    try {
      await expire(id);
      const before = provider.renewals();
      const contexts = [server, other, server, other].map((each) => each.contextOf(tenantId));
      const tokens = await Promise.all(contexts.map((ctx) => getAccessToken(ctx, id)));
      expect(new Set(tokens).size).toBe(1);
      expect(provider.renewals() - before).toBe(1);
    } finally {
      await other.close();
    }
  });

  it('does not exist for another company', async () => {
    const { authorizationId: id } = await finish(owner);
    const stranger = await server.signUp('Other Company');
    expect(await checkOf(stranger.client, id)).toBe('authorization.not_found');
  });

  it('says what to do when the service took it back or cannot be reached', async () => {
    const { authorizationId: id } = await finish(owner);
    await expire(id);
    provider.shut();
    expect(await checkOf(owner, id)).toBe('authorization.unreachable');
    // A restarted provider knows none of the tokens that it issued before.
    provider.open(server.origin);
    expect(await checkOf(owner, id)).toBe('authorization.expired');
  });
});

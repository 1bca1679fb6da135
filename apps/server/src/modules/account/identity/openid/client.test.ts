import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../../kernel/log/log.ts';
import type { Outbound } from '../../../../kernel/outbound/outbound.ts';
import { createOpenidClient } from './client.ts';

const microsoft = 'https://login.microsoftonline.com';
const directory = '11111111-2222-4333-8444-555555555555';
const redemption = {
  callbackUrl: new URL('https://atelier.example.com/auth/callback?code=one&state=st'),
  state: 'st',
  nonce: 'no',
  codeVerifier: 'v'.repeat(43),
};

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const idTokenOf = (claims: object, { alg = 'RS256', key = privateKey } = {}): string => {
  const now = Math.floor(Date.now() / 1000);
  const head = part({ alg, kid: 'k', typ: 'JWT' });
  const all = { aud: 'atelier', nonce: 'no', sub: 'ada', iat: now, exp: now + 60, ...claims };
  const signed = `${head}.${part(all)}`;
  if (alg === 'none') return `${signed}.`;
  if (alg === 'HS256')
    return `${signed}.${createHmac('sha256', 'secret').update(signed).digest('base64url')}`;
  return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`;
};

/** The providers, as their documentation describes them. */
interface World {
  issuer: string;
  claims: object;
  scope?: string;
  /** Additional fields of the provider's discovery document. */
  says?: object;
  /** The invalid signature of the id token, in tests of refusals. */
  signed?: { alg?: string; key?: typeof privateKey };
}

const worldOf = ({ issuer, claims, scope, says, signed }: World) => {
  const asked: string[] = [];
  const answers: Record<string, object> = {
    '/jwks': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] },
    '/token': {
      access_token: 'at',
      token_type: 'Bearer',
      id_token: idTokenOf(claims, signed),
      ...(scope && { scope }),
    },
  };
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    const url = new URL(new Request(input).url);
    asked.push(url.href);
    const host = url.origin;
    const metadata = {
      issuer,
      authorization_endpoint: `${host}/authorize`,
      token_endpoint: `${host}/token`,
      jwks_uri: `${host}/jwks`,
      ...says,
    };
    return Response.json(url.pathname.endsWith('openid-configuration') ? metadata : answers[url.pathname]);
  };
  const outbound: Outbound = {
    fetch,
    checkAddress: () => Promise.reject(new Error('not used')),
    permitting: () => outbound,
    through: () => outbound,
    close: async () => undefined,
  };
  return { outbound, asked };
};

const clientFor = (provider: 'openid' | 'microsoft', configured: string, world: World) => {
  const { outbound, asked } = worldOf(world);
  const settings = { clientId: 'atelier', clientSecret: 'secret', issuer: configured, name: 'Provider' };
  return { asked, client: createOpenidClient({ provider, settings, outbound, log: silentLog() }) };
};

describe('a provider', () => {
  const common = `${microsoft}/organizations/v2.0`;
  const template = `${microsoft}/{tenantid}/v2.0`;

  it('accepts users of any Microsoft directory, each under the issuer of their own', {
    tags: ['AUTH-02'],
  }, async () => {
    const claims = { iss: `${microsoft}/${directory}/v2.0`, tid: directory, email: 'Ada@Example.com' };
    const { client } = clientFor('microsoft', common, { issuer: template, claims });
    const answer = await client.redeem(redemption);
    expect(answer.subject).toBe(`${microsoft}/${directory}/v2.0 ada`);
    expect(answer.email).toBe('ada@example.com');
    expect(answer.isEmailVerified).toBeUndefined();
  });

  it('refuses a token whose issuer is not that of its directory', async () => {
    for (const claims of [
      { iss: `${microsoft}/${directory}/v2.0`, tid: 'another' },
      { iss: 'https://login.example.org/v2.0', tid: directory },
      { iss: template },
    ]) {
      const { client } = clientFor('microsoft', common, { issuer: template, claims });
      await expect(client.redeem(redemption)).rejects.toMatchObject({ code: 'openid.answer_not_trusted' });
    }
  });

  it('accepts users of only one directory when that one is configured', async () => {
    const issuer = `${microsoft}/${directory}/v2.0`;
    const foreign = { iss: `${microsoft}/another/v2.0`, tid: 'another' };
    const { client } = clientFor('microsoft', issuer, { issuer, claims: foreign });
    await expect(client.redeem(redemption)).rejects.toMatchObject({ code: 'openid.answer_not_trusted' });
    const own = clientFor('microsoft', issuer, { issuer, claims: { iss: issuer, tid: directory } });
    expect((await own.client.redeem(redemption)).subject).toBe(`${issuer} ada`);
  });

  it('counts an address of Microsoft as verified only where the directory owns its domain', async () => {
    const iss = `${microsoft}/${directory}/v2.0`;
    const claims = { iss, tid: directory, email: 'ada@example.com', xms_edov: '1' };
    const { client } = clientFor('microsoft', common, { issuer: template, claims });
    expect((await client.redeem(redemption)).isEmailVerified).toBe(true);
  });

  it.each([
    { email_verified: true },
    { email_verified: 'true', xms_edov: false },
    { email_verified: true, xms_edov: '0' },
    { verified_primary_email: ['ada@example.com'], email_verified: true },
  ])('16: believes no directory of Microsoft that says of an address by itself: %j', async (said) => {
    const claims = {
      iss: `${microsoft}/${directory}/v2.0`,
      tid: directory,
      email: 'ada@example.com',
      ...said,
    };
    const { client } = clientFor('microsoft', common, { issuer: template, claims });
    expect((await client.redeem(redemption)).isEmailVerified).toBeUndefined();
  });

  it.each([
    [
      'with the key of somebody else',
      { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
    ],
    ['by nobody', { alg: 'none' }],
    ['with the secret of the client, where the provider has keys', { alg: 'HS256' }],
  ])('does not believe an id token that is signed %s', async (_how, signed) => {
    const issuer = 'https://login.example.com';
    const { client } = clientFor('openid', issuer, { issuer, claims: { iss: issuer }, signed });
    await expect(client.redeem(redemption)).rejects.toMatchObject({ code: 'openid.answer_not_trusted' });
  });

  it.each([
    ['has run out', { exp: 1 }],
    ['counts from tomorrow on', { nbf: Math.floor(Date.now() / 1000) + 86_400 }],
    ['is for another client', { aud: 'somebody' }],
  ])('does not believe an id token that %s', async (_how, claims) => {
    const issuer = 'https://login.example.com';
    const { client } = clientFor('openid', issuer, { issuer, claims: { iss: issuer, ...claims } });
    await expect(client.redeem(redemption)).rejects.toMatchObject({ code: 'openid.answer_not_trusted' });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    '20: sends no browser to %s, whatever the discovery document says',
    async (address) => {
      const { nonce, state, codeVerifier } = redemption;
      const redirectUri = 'https://atelier.example.com/auth/callback';
      for (const issuer of ['https://login.example.com', 'http://login.example.com']) {
        const says = { authorization_endpoint: address, end_session_endpoint: address };
        const { client } = clientFor('openid', issuer, { issuer, claims: {}, says });
        await expect(
          client.authorizationUrl({ redirectUri, state, nonce, codeVerifier }),
        ).rejects.toMatchObject({ code: 'openid.provider_unreachable' });
        await expect(client.endSessionUrl({ idToken: 'x', returnTo: redirectUri })).rejects.toThrow(
          /^only .*HTTPS.* allowed$/,
        );
      }
    },
  );

  it('finds an issuer whose name ends with a slash, and reads its discovery document once', async () => {
    const issuer = 'https://login.example.com/application/o/atelier/';
    const { client, asked } = clientFor('openid', issuer.slice(0, -1), { issuer, claims: { iss: issuer } });
    expect((await client.redeem(redemption)).subject).toBe(`${issuer} ada`);
    await client.redeem(redemption);
    expect(asked.filter((url) => url.endsWith('openid-configuration'))).toHaveLength(2);
  });

  it('has a token for pictures only where Microsoft granted it', { tags: ['AUTH-03'] }, async () => {
    const claims = { iss: `${microsoft}/${directory}/v2.0`, tid: directory };
    for (const [scope, token] of [
      ['openid email profile User.Read', 'at'],
      ['openid https://graph.microsoft.com/User.Read', 'at'],
      ['openid email profile', undefined],
    ] as const) {
      const { client } = clientFor('microsoft', common, { issuer: template, claims, scope });
      expect((await client.redeem(redemption)).accessTokenFor('User.Read')).toBe(token);
    }
  });
});

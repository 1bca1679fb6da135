import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../../kernel/log/log.ts';
import { createOutbound, type Outbound } from '../../../../kernel/outbound/outbound.ts';
import { createOpenidClient } from './client.ts';

const megabyte = 1024 * 1024;
const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const thief = generateKeyPairSync('rsa', { modulusLength: 2048 });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

type Answer = (response: ServerResponse) => void;
const json =
  (value: object): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
/** Begins like JSON and does not end for as long as anybody reads. */
const endless: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"keys":[');
  const more = () => {
    while (!response.destroyed && response.write(`"${'x'.repeat(65_536)}",`));
  };
  response.on('drain', more);
  more();
};

describe('a provider that means harm', () => {
  let provider: Server;
  let inside: Server;
  let issuer: string;
  let insideUrl: string;
  let answers: Record<string, Answer> = {};
  let reachedInside = 0;
  let outbound: Outbound;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    inside = createTcpServer((socket) => {
      reachedInside += 1;
      socket.destroy();
    });
    provider = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', issuer);
      const answer = answers[pathname];
      if (answer) answer(response);
      else response.writeHead(404).end();
    });
    provider.on('connection', (socket: Socket) => sockets.add(socket));
    for (const server of [inside, provider])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const portOf = (server: Server) => (server.address() as AddressInfo).port;
    issuer = `http://127.0.0.1:${portOf(provider)}`;
    insideUrl = `http://127.0.0.1:${portOf(inside)}`;
  });
  afterEach(async () => {
    await outbound.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  });
  afterAll(() => {
    inside.close();
    provider.close();
  });

  const claims = (more: object = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const about = { email: 'ada@example.com', name: 'Ada' };
    return {
      iss: issuer,
      aud: 'atelier',
      nonce: 'no',
      sub: 'ada',
      iat: now,
      exp: now + 60,
      ...about,
      ...more,
    };
  };
  const token = (head: object, body: object, sign: (text: string) => string) => {
    const text = `${part({ typ: 'JWT', ...head })}.${part(body)}`;
    return `${text}.${sign(text)}`;
  };
  const rsa = (key: typeof own.privateKey) => (text: string) =>
    createSign('sha256').update(text).sign(key, 'base64url');
  const genuine = () => token({ alg: 'RS256', kid: 'k' }, claims(), rsa(own.privateKey));
  const publicJwk = (key: typeof own.publicKey, kid: string) => ({
    ...key.export({ format: 'jwk' }),
    ...{ kid, alg: 'RS256', use: 'sig' },
  });
  const tokens = (idToken: string) => json({ access_token: 'at', token_type: 'Bearer', id_token: idToken });

  /** The provider as it should be, except for what a test changes. */
  const redeem = async (changed: Record<string, Answer>, metadata: object = {}) => {
    answers = {
      '/.well-known/openid-configuration': json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        ...metadata,
      }),
      '/token': tokens(genuine()),
      '/jwks': json({ keys: [publicJwk(own.publicKey, 'k')] }),
      ...changed,
    };
    reachedInside = 0;
    outbound = createOutbound();
    const settings = { clientId: 'atelier', clientSecret: 'secret', issuer, name: 'Provider' };
    const parts = { settings, outbound: outbound.permitting(issuer), log: silentLog() };
    const client = createOpenidClient({ provider: 'openid', ...parts });
    const callbackUrl = new URL('https://atelier.example.com/auth/callback?code=one&state=st');
    const work = client.redeem({ callbackUrl, state: 'st', nonce: 'no', codeVerifier: 'v'.repeat(43) });
    const code = await work.then(
      () => 'signed in',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error)),
    );
    const taken = [...sockets].reduce((sum, it) => sum + it.bytesWritten - it.writableLength, 0);
    return { code, taken, reachedInside };
  };

  it('is believed where it means none', async () => {
    expect((await redeem({})).code).toBe('signed in');
  });

  it.each([
    ['description', '/.well-known/openid-configuration'],
    ['keys', '/jwks'],
    ['tokens', '/token'],
  ])('is left when its %s do not end', async (_what, path) => {
    const { code, taken } = await redeem({ [path]: endless });
    expect(code).toBe('openid.provider_unreachable');
    expect(taken).toBeLessThan(8 * megabyte);
  });

  it.each(['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'reaches nothing inside by its %s',
    async (name) => {
      const few = token({ alg: 'RS256', kid: 'k' }, claims({ email: undefined }), rsa(own.privateKey));
      const result = await redeem({ '/token': tokens(few) }, { [name]: `${insideUrl}/take` });
      expect(result).toMatchObject({ code: 'openid.provider_unreachable', reachedInside: 0 });
    },
  );

  it.each(['/.well-known/openid-configuration', '/token', '/jwks'])(
    'leads nobody on from %s',
    async (path) => {
      const redirect: Answer = (response) =>
        void response.writeHead(307, { location: `${insideUrl}/x` }).end();
      const result = await redeem({ [path]: redirect });
      expect(result.code).toMatch(/^openid\.(provider_unreachable|answer_not_trusted)$/);
      expect(result.reachedInside).toBe(0);
    },
  );

  it.each<[string, () => string]>([
    [
      'its public key as a secret',
      () => {
        const secret = own.publicKey.export({ format: 'pem', type: 'spki' });
        return token({ alg: 'HS256', kid: 'k' }, claims(), (text) =>
          createHmac('sha256', secret).update(text).digest('base64url'),
        );
      },
    ],
    [
      'a key that the token brings along',
      () => token({ alg: 'RS256', jwk: publicJwk(thief.publicKey, 'k') }, claims(), rsa(thief.privateKey)),
    ],
    [
      'a key at an address that the token names',
      () => token({ alg: 'RS256', kid: 't', jku: `${issuer}/stolen` }, claims(), rsa(thief.privateKey)),
    ],
    ['nothing', () => token({ alg: 'none' }, claims(), () => '')],
    [
      'an unknown critical header',
      () => token({ alg: 'RS256', kid: 'k', crit: ['x'], x: 1 }, claims(), rsa(own.privateKey)),
    ],
  ])('is not believed with a token that is signed with %s', async (_how, make) => {
    const result = await redeem({
      '/token': tokens(make()),
      '/stolen': json({ keys: [publicJwk(thief.publicKey, 't')] }),
    });
    expect(result.code).toBe('openid.answer_not_trusted');
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';

/** The server's claims about a user. */
export interface OpenidClaims {
  sub: string;
  email?: string | undefined;
  email_verified?: boolean | undefined;
  name?: string | undefined;
  given_name?: string;
  family_name?: string;
  picture?: string;
}

export const openidClient = { id: 'atelier', secret: 'a-secret-for-tests' };

/** A real OpenID server on loopback. It answers only after `open`, so that it can be down at first. */
export interface OpenidServer {
  issuer: string;
  /** Registers the origin as a client, and starts answering. */
  open(clientOrigin: string): void;
  /** Stops answering: requests are refused with 503. */
  shut(): void;
  /** How often it was asked to renew tokens. */
  renewals(): number;
  /** Goes through the pages as this user, and returns the query with which the browser comes back. */
  visit(redirectTo: string, claims: OpenidClaims): Promise<{ code: string; state: string; iss: string }>;
  close(): Promise<void>;
}

const isHere = (url: URL, issuer: string): boolean => url.origin === new URL(issuer).origin;

/** The server sets its own store, keys and times, because the library prints a warning for each default that it uses. */
const storeOf = (store: Map<string, unknown>) => (model: string) => new MemoryAdapter(model, store);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const hour = 60 * 60;
const ttl = {
  AccessToken: hour,
  Grant: hour,
  IdToken: hour,
  Interaction: hour,
  RefreshToken: hour,
  Session: hour,
};
/** Google and Microsoft let users choose an account when they are asked to. */
const withAccountChoice = () => {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
};
const plainPage: NonNullable<Configuration['renderError']> = (ctx, { error }) => {
  ctx.body = error;
};

/** Follows redirects as a browser does, as long as they stay at the provider. */
const follow = async (start: string, issuer: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let hops = 0; hops < 15; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [name = '', ...value] = pair.split('=');
      cookies.set(name, value.join('='));
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    url = new URL(next, url);
    if (!isHere(url, issuer)) return url;
  }
  throw new Error('The provider sends the browser in circles.');
};

export const startOpenidServer = async (): Promise<OpenidServer> => {
  const down: RequestListener = (_request, response) => void response.writeHead(503).end();
  let answer = down;
  const http = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const users = new Map<string, OpenidClaims>();
  let visitor = '';
  let renewals = 0;

  const configuration = (clientOrigin: string): Configuration => ({
    clients: [
      {
        client_id: openidClient.id,
        client_secret: openidClient.secret,
        redirect_uris: [`${clientOrigin}/auth/callback`, `${clientOrigin}/connection-auth`],
        grant_types: ['authorization_code', 'refresh_token'],
        post_logout_redirect_uris: [`${clientOrigin}/`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: (_ctx, sub) => {
      const claims = users.get(sub);
      return claims && { accountId: sub, claims: () => ({ ...claims }) };
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (ctx, form) => {
          ctx.body = form;
        },
      },
    },
    // A restarted server knows none of the codes and tokens that it issued before.
    adapter: storeOf(new Map()),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    ttl,
    renderError: plainPage,
    cookies: { keys: ['a-key-for-tests'] },
    interactions: { policy: withAccountChoice(), url: (_ctx, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: openidClient.id,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });

  const open = (clientOrigin: string) => {
    const provider = new Provider(issuer, configuration(clientOrigin));
    const count = ({ oidc }: { oidc: { params?: Record<string, unknown> | undefined } }) => {
      if (oidc.params?.['grant_type'] === 'refresh_token') renewals += 1;
    };
    provider.on('grant.success', count);
    provider.on('grant.error', count);
    const callback = provider.callback();
    const signIn = (request: IncomingMessage, response: ServerResponse) =>
      provider.interactionFinished(request, response, {
        login: { accountId: visitor },
        select_account: {},
      });
    answer = (request, response) =>
      void (request.url?.startsWith('/interaction/')
        ? signIn(request, response)
        : callback(request, response));
  };

  return {
    renewals: () => renewals,
    issuer,
    open,
    shut: () => {
      answer = down;
    },
    visit: async (redirectTo, claims) => {
      users.set(claims.sub, claims);
      visitor = claims.sub;
      const { searchParams } = await follow(redirectTo, issuer);
      const read = (name: string) => {
        const value = searchParams.get(name);
        if (value === null) throw new Error(`The provider sent back: ${searchParams.toString()}`);
        return value;
      };
      return { code: read('code'), state: read('state'), iss: read('iss') };
    },
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => {
        http.close(resolve);
      });
    },
  };
};

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import Provider from 'oidc-provider';

/** An OpenID provider on loopback with its own sign-in pages, which accept any name as a user of that name. */
export interface OpenidProvider {
  issuer: string;
  /** The environment variables that make this server an identity provider of the product. */
  env: Record<string, string>;
  /** Registers the product at this address as a client. */
  serve(origin: string): void;
  close(): Promise<void>;
}

const client = { id: 'atelier', secret: 'a-secret-for-tests' };

export const startOpenidProvider = async (): Promise<OpenidProvider> => {
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end();
  const http = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    issuer,
    env: {
      OPENID_ISSUER: issuer,
      OPENID_CLIENT_ID: client.id,
      OPENID_CLIENT_SECRET: client.secret,
      OPENID_NAME: 'Acme login',
    },
    serve(origin) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [`${origin}/auth/callback`],
            post_logout_redirect_uris: [`${origin}/`],
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        cookies: { keys: ['a-key-for-tests'] },
        findAccount: (_ctx, sub) => ({
          accountId: sub,
          claims: () => ({ sub, email: `${sub}@example.com`, email_verified: true, name: `Ada ${sub}` }),
        }),
      });
      const callback = provider.callback();
      answer = (request, response) => void callback(request, response);
    },
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
};

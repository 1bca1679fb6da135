import { exchangeAuthorization, type OAuthTokens, refreshAuthorization } from '@modelcontextprotocol/client';
import type { McpIo } from '../client/mcp-client.ts';
import type { Authority, Flow, Grant } from './authority.ts';
import { grantFetch } from './grant-fetch.ts';

type Io = Pick<McpIo, 'fetch' | 'signal'>;

/** Tokens that a server issued. */
export interface Issued {
  grant: Grant;
  /** The scopes that were granted. */
  scope: string;
  /** Seconds for which the access token is valid; undefined where the server does not say. */
  seconds: number | undefined;
}

const issued = (authority: Authority, tokens: OAuthTokens, asked: string, earlier?: string): Issued => {
  const refreshToken = tokens.refresh_token ?? earlier;
  return {
    grant: {
      authority,
      accessToken: tokens.access_token,
      ...(refreshToken === undefined ? {} : { refreshToken }),
    },
    scope: tokens.scope ?? asked,
    seconds: tokens.expires_in,
  };
};

const shared = ({ metadata, resource, client }: Authority, io: Io) => ({
  clientInformation: client,
  fetchFn: grantFetch(io),
  ...(metadata && { metadata }),
  ...(resource === undefined ? {} : { resource }),
});

/** Exchanges the code that the browser brought back. The issuer that it names is compared (RFC 9207). Throws what the library throws. */
export const exchangeCode = async (
  { authority, verifier, redirectUrl, scope }: Flow,
  { code, iss }: { code: string; iss?: string | undefined },
  io: Io,
): Promise<Issued> => {
  const tokens = await exchangeAuthorization(authority.url, {
    ...shared(authority, io),
    ...{ authorizationCode: code, codeVerifier: verifier, redirectUri: redirectUrl },
    ...(iss === undefined ? {} : { iss }),
  });
  return issued(authority, tokens, scope);
};

/** Exchanges a refresh token, which many servers take once only. Throws what the library throws. */
export const renewTokens = async (
  { authority }: Grant,
  { refreshToken, scope }: { refreshToken: string; scope: string },
  io: Io,
): Promise<Issued> => {
  const tokens = await refreshAuthorization(authority.url, { ...shared(authority, io), refreshToken });
  return issued(authority, tokens, scope, refreshToken);
};

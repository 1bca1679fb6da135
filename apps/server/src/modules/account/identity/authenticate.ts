import type { Authenticate, Principal } from '../../../kernel/module/principal.ts';
import { hashToken } from '../../../kernel/secrets/secrets.ts';
import type { ServiceContainer, Services } from '../../../kernel/services/services.ts';
import { type Credential, credentialRepository } from './repository/credential-repository.ts';
import { longestSessionSeconds, sessionCookies, sessionSeconds } from './request/cookies.ts';
import { isInternalAddress } from './request/internal-address.ts';

const sessionToken = /^ses_[\w-]{43}$/;
const bearerKey = /^bearer +(atl_[\w-]{43})$/i;

/**
 * Makes the authentication by `Authorization: Bearer <API key>` or by the session cookie; nothing else proves an identity. A request with
 * an `Authorization` header is judged by it alone. It takes one query, and at most one write a minute per session, which records when the
 * session was last used.
 */
export const createAuthenticate = (
  { identityPool, config }: Services,
  container: ServiceContainer,
): Authenticate => {
  const cookies = container.use(sessionCookies);

  const principalOf = (kind: Principal['kind'], credential: Credential) => ({
    kind,
    userId: credential.userId,
    tenantId: credential.tenantId,
    role: credential.role,
    name: credential.name,
    isInternal: credential.mailProven && isInternalAddress(credential.email, config.internalDomains),
  });

  const byApiKey = async (authorization: string): Promise<Principal | null> => {
    const key = bearerKey.exec(authorization)?.[1];
    if (key === undefined) return null;
    const credential = await credentialRepository.findByApiKey(identityPool, hashToken(key));
    return credential && { ...principalOf('api-key', credential), csrfToken: null };
  };

  const bySession = async (token: string, unused: boolean): Promise<Principal | null> => {
    const tokenHash = hashToken(token);
    const credential = await credentialRepository.findBySession(identityPool, tokenHash);
    if (!credential) return null;
    const principal = {
      ...principalOf('user', credential),
      // Made on demand: only unsafe requests need it, and it costs more than everything else here.
      get csrfToken() {
        return cookies.csrfToken(tokenHash);
      },
    };
    if (!credential.isDue || unused) return principal;
    const ends = { unusedSeconds: sessionSeconds, longestSeconds: longestSessionSeconds };
    await credentialRepository.prolongSession(identityPool, tokenHash, ends);
    return { ...principal, setCookies: cookies.issue(token) };
  };

  return async ({ authorization, cookie }, { unused } = { unused: false }) => {
    if (authorization !== undefined) return byApiKey(authorization);
    const token = cookies.tokenOf(cookie);
    return token !== undefined && sessionToken.test(token) ? bySession(token, unused) : null;
  };
};

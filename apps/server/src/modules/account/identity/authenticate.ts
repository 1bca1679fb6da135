import { Recent } from '../../../kernel/cache/remembered.ts';
import { Supposition } from '../../../kernel/cache/revisions.ts';
import type { Authenticate, AuthenticateOptions, Principal } from '../../../kernel/module/principal.ts';
import { hashToken } from '../../../kernel/secrets/secrets.ts';
import type { ServiceContainer, Services } from '../../../kernel/services/services.ts';
import { type Credential, credentialRepository } from './repository/credential-repository.ts';
import { longestSessionSeconds, sessionCookies, sessionSeconds } from './request/cookies.ts';
import { isInternalAddress } from './request/internal-address.ts';

const sessionToken = /^ses_[\w-]{43}$/;
const bearerKey = /^bearer +(atl_[\w-]{43})$/i;

/** The most callers that a process remembers. */
const mostRemembered = 10_000;

interface Remembered {
  credential: Credential;
  /** The time, by the clock of this process, at which the session ends or should be prolonged, whichever is first. */
  until: number;
}

type Find = (tokenHash: string) => Promise<Credential | null>;

/**
 * Returns a function that finds the credential of a token: in memory if the caller can verify remembered data, otherwise in the database.
 */
const rememberCredentials = () => {
  const memory = new Recent<Remembered>(mostRemembered);
  return async (tokenHash: string, find: Find, maySuppose: boolean) => {
    const known = maySuppose ? memory.get(tokenHash) : undefined;
    if (known && performance.now() < known.until) {
      const { credential } = known;
      return { credential, supposed: new Supposition(credential, credential.revisions) };
    }
    const askedAt = performance.now();
    const credential = await find(tokenHash);
    if (!credential) {
      memory.delete(tokenHash);
      return undefined;
    }
    const seconds = Math.min(credential.endsIn ?? Infinity, credential.dueIn ?? Infinity);
    memory.set(tokenHash, { credential, until: askedAt + seconds * 1000 });
    return { credential };
  };
};

/**
 * Makes the authentication by `Authorization: Bearer <API key>` or by the session cookie; nothing else proves an identity. A request with
 * an `Authorization` header is judged by it alone. It takes one query, or none where the caller verifies remembered data, and at most one
 * write a minute per session, which records when the session was last used.
 */
export const createAuthenticate = (
  { identityPool, config }: Services,
  container: ServiceContainer,
): Authenticate => {
  const cookies = container.use(sessionCookies);
  const recall = rememberCredentials();

  const principalOf = (kind: Principal['kind'], credential: Credential, supposed?: Supposition) => ({
    kind,
    userId: credential.userId,
    tenantId: credential.tenantId,
    role: credential.role,
    name: credential.name,
    isInternal: credential.mailProven && isInternalAddress(credential.email, config.internalDomains),
    ...(supposed && { supposed }),
  });

  const byApiKey = async (authorization: string, maySuppose: boolean): Promise<Principal | null> => {
    const key = bearerKey.exec(authorization)?.[1];
    if (key === undefined) return null;
    const find = (hash: string) => credentialRepository.findByApiKey(identityPool, hash);
    const found = await recall(hashToken(key), find, maySuppose);
    return found ? { ...principalOf('api-key', found.credential, found.supposed), csrfToken: null } : null;
  };

  const bySession = async (
    token: string,
    { unused, maySuppose }: AuthenticateOptions,
  ): Promise<Principal | null> => {
    const tokenHash = hashToken(token);
    const find = (hash: string) => credentialRepository.findBySession(identityPool, hash);
    const found = await recall(tokenHash, find, maySuppose ?? false);
    if (!found) return null;
    const principal = {
      ...principalOf('user', found.credential, found.supposed),
      // Computed on demand, because only unsafe requests need it and it costs more than everything else here.
      get csrfToken() {
        return cookies.csrfToken(tokenHash);
      },
    };
    const isDue = !found.supposed && (found.credential.dueIn ?? 0) < 0;
    if (!isDue || unused) return principal;
    const ends = { unusedSeconds: sessionSeconds, longestSeconds: longestSessionSeconds };
    await credentialRepository.prolongSession(identityPool, tokenHash, ends);
    return { ...principal, setCookies: cookies.issue(token) };
  };

  return async ({ authorization, cookie }, options = {}) => {
    if (authorization !== undefined) return byApiKey(authorization, options.maySuppose ?? false);
    const token = cookies.tokenOf(cookie);
    return token !== undefined && sessionToken.test(token) ? bySession(token, options) : null;
  };
};

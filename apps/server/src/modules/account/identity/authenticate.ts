import { LRUCache } from 'lru-cache';
import { Supposition } from '../../../kernel/cache/revisions.ts';
import {
  type Authenticate,
  type AuthenticateOptions,
  bearerKinds,
  type Principal,
} from '../../../kernel/module/principal.ts';
import { hashToken } from '../../../kernel/secrets/secrets.ts';
import type { ServiceContainer, Services } from '../../../kernel/services/services.ts';
import { type Credential, credentialRepository } from './repository/credential-repository.ts';
import { longestSessionSeconds, sessionCookies, sessionSeconds } from './request/cookies.ts';
import { orchestratorTokens } from './request/orchestrator-tokens.ts';

/** True when the domain of an address, after its last `@`, equals one of the domains (ROUTE-05). A subdomain is another domain. */
export const isInternalAddress = (email: string, domains: readonly string[]): boolean => {
  const at = email.lastIndexOf('@');
  return at > 0 && domains.includes(email.slice(at + 1).toLowerCase());
};

const sessionToken = /^ses_[\w-]{43}$/;
const bearerToken = /^bearer +([a-z]{3}_[\w.-]{1,700})$/i;
const apiKey = /^atl_[\w-]{43}$/;
/** The addresses that a token of the orchestrator opens. */
const orchestratorPaths = [
  '/api/orchestrator/',
  '/api/content/orchestrator-flows',
  '/api/content/orchestrator-flows-count',
] as const;

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
  const memory = new LRUCache<string, Remembered>({ max: mostRemembered });
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

const findersIn = (pool: Services['identityPool']) => ({
  session: (hash: string) => credentialRepository.findBySession(pool, hash),
  key: (hash: string) => credentialRepository.findByApiKey(pool, hash),
});

const principalsWith =
  (internalDomains: readonly string[]) =>
  (kind: Principal['kind'], credential: Credential, supposed?: Supposition) => ({
    kind,
    userId: credential.userId,
    tenantId: credential.tenantId,
    role: credential.role,
    name: credential.name,
    isInternal: credential.mailProven && isInternalAddress(credential.email, internalDomains),
    ...(supposed && { supposed }),
  });

/**
 * Makes the authentication by `Authorization: Bearer <API key, token of the orchestrator, or token of another module>` or by the session cookie;
 * nothing else proves an identity. A request with an `Authorization` header is judged by it alone. It takes one query, or none where the caller verifies remembered data, and at most one
 * write a minute per session, which records when the session was last used.
 */
export const createAuthenticate = (services: Services, container: ServiceContainer): Authenticate => {
  const { identityPool, config, extensions } = services;
  const cookies = container.use(sessionCookies);
  const tokens = container.use(orchestratorTokens);
  const recall = rememberCredentials();

  const principalOf = principalsWith(config.internalDomains);

  const find = findersIn(identityPool);

  const byApiKey = async (key: string, maySuppose: boolean): Promise<Principal | null> => {
    const found = await recall(hashToken(key), find.key, maySuppose);
    return found ? { ...principalOf('api-key', found.credential, found.supposed), csrfToken: null } : null;
  };

  const byOrchestratorToken = async (token: string, maySuppose: boolean): Promise<Principal | null> => {
    const claims = tokens.read(token);
    if (!claims) return null;
    const found = await recall(claims.hash, find[claims.by], maySuppose);
    // The session may act in another company since.
    if (found?.credential.tenantId !== claims.tenantId) return null;
    const principal = principalOf('api-key', found.credential, found.supposed);
    return { ...principal, csrfToken: null, reaches: orchestratorPaths };
  };

  const bySession = async (
    token: string,
    { unused, maySuppose }: AuthenticateOptions,
  ): Promise<Principal | null> => {
    const tokenHash = hashToken(token);
    const found = await recall(tokenHash, find.session, maySuppose ?? false);
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
    if (authorization !== undefined) {
      const bearer = bearerToken.exec(authorization)?.[1] ?? '';
      if (apiKey.test(bearer)) return byApiKey(bearer, options.maySuppose ?? false);
      const other = extensions.of(bearerKinds).find(({ prefix }) => bearer.startsWith(prefix));
      if (other) return other.authenticate({ services, container }, bearer);
      return byOrchestratorToken(bearer, options.maySuppose ?? false);
    }
    const token = cookies.tokenOf(cookie);
    return token !== undefined && sessionToken.test(token) ? bySession(token, options) : null;
  };
};

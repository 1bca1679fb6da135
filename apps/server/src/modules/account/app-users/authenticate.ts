import { createContext } from '../../../kernel/context/create-context.ts';
import type { AuthenticateAppUser } from '../../../kernel/module/principal.ts';
import type { ServiceContainer, Services } from '../../../kernel/services/services.ts';
import { findTenant } from '../tenancy/index.ts';
import { appUserCookie } from './app-user-token.ts';
import { toFullName } from './present.ts';
import { appUserRepository } from './repository/app-users.ts';

/** Makes the authentication by the cookie or the bearer token of an app user. It takes one round trip to the database. */
export const createAuthenticateAppUser = (
  services: Services,
  container: ServiceContainer,
): AuthenticateAppUser => {
  const cookie = container.use(appUserCookie);
  return async (headers) => {
    const presented = cookie.read(headers);
    const page = cookie.readPage(headers);
    if (!presented) return null;
    const { tenantId, tokenHash } = presented;
    const actor = { kind: 'system' as const, name: 'app-users.authenticate' };
    return createContext({ pool: services.identityPool, container, services, tenantId, actor }).read(
      async ({ db }) => {
        const [row, tenant] = await Promise.all([
          appUserRepository.findBySession(db, tokenHash),
          findTenant(db, tenantId),
        ]);
        if (!row || tenant?.status !== 'ACTIVE') return null;
        return { appUserId: row.id, tenantId, name: toFullName(row), email: row.email, ...page };
      },
    );
  };
};

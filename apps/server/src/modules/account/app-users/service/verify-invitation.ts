import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { providerSignIn } from '../../identity/index.ts';
import { appUserRepository } from '../repository/app-users.ts';
import { getInvitation, type Invited } from './accept-invitation.ts';
import { enterTenant, getNamedApp, signInLook } from './find-app.ts';

/** Throws `app_users.app_not_found` and `app_users.invitation_invalid`. */
export const verifyInvitation = async (
  anonymous: Anonymous,
  invited: Invited & { tenantId?: string | undefined },
) => {
  const ctx = await enterTenant(anonymous, invited);
  return ctx.tx(async (tx) => {
    const { email, appId } = await getInvitation(tx, invited);
    const names = await getNamedApp(tx, appId);
    const account = await appUserRepository.findByEmail(tx.db, email);
    return { appId, tenantId: tx.tenantId, ...names, email, hasAccount: account !== undefined };
  });
};

/** Throws `app_users.app_not_found`. */
export const getSignInPage = async (
  anonymous: Anonymous,
  link: { appId: string; tenantId?: string | undefined },
) => {
  const ctx = await enterTenant(anonymous, link);
  return ctx.tx(async (tx) => {
    const names = await getNamedApp(tx, link.appId);
    const { providers } = providerSignIn.list(anonymous);
    const look = await tx.services.extensions.require(signInLook)(tx, link.appId);
    return { appId: link.appId, tenantId: tx.tenantId, ...names, providers, look: look ?? null };
  });
};

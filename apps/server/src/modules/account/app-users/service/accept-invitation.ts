import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { providerSignIn } from '../../identity/index.ts';
import { type AppAccessRow, appAccessRepository } from '../repository/app-access.ts';
import { appUserRepository } from '../repository/app-users.ts';
import { enterTenant, getNamedApp, signInLook } from './find-app.ts';

export interface Invited {
  appId: string;
  token: string;
}

/** Returns the open invitation of a mailed token. Throws `app_users.invitation_invalid`. */
export const getInvitation = async (tx: TxCtx, { appId, token }: Invited): Promise<AppAccessRow> =>
  (await appAccessRepository.lockInvited(tx.db, appId, hashToken(token))) ??
  fail('app_users.invitation_invalid');

/** Turns an invitation into access. Its token cannot be used again, and proves the address unless the link was shown to somebody else. */
export const grantInvited = async (
  tx: TxCtx,
  { id, appId, isLinkShown }: AppAccessRow,
  userId: string,
): Promise<void> => {
  await appAccessRepository.update(tx.db, id, {
    status: 'GRANTED',
    userId,
    tokenHash: null,
    invitedUntil: null,
  });
  if (!isLinkShown) await appUserRepository.verify(tx.db, userId);
  await tx.audit('app_users.invitation_accepted', appId, { accessId: id, appUserId: userId });
};

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

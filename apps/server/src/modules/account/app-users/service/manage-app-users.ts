import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { presentAccess } from '../present.ts';
import { appAccessRepository } from '../repository/app-access.ts';
import { appUserSessionRepository } from '../repository/app-users.ts';
import { getNamedApp } from './find-app.ts';
import { renewLink } from './invite-app-user.ts';

interface ListQuery {
  search?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Lists the people from outside who have, or ask for, access to an app. Throws `app_users.app_not_found`. */
export const listAppUsers = (ctx: AnyCtx, appId: string, query: ListQuery) =>
  ctx.tx(async (tx) => {
    await getNamedApp(tx, appId);
    const { search, limit, cursor } = query;
    const page = await appAccessRepository.list(tx.db, { appId, search }, { limit, cursor });
    const shown = { now: tx.now(), usesOutbox: tx.services.mailer.usesOutbox };
    return { ...page, items: page.rows.map((row) => presentAccess(row, shown)) };
  });

/**
 * Makes a new link for an open invitation, when there is no mail server to deliver it. Whoever accepts it has not proved the address.
 * Throws `app_users.link_mailed`, `app_users.access_not_found` and `app_users.not_invited`.
 */
export const showAppInvitationLink = (ctx: Ctx, accessId: string, origin: string): Promise<string> => {
  if (!ctx.services.mailer.usesOutbox) fail('app_users.link_mailed');
  return ctx.tx(async (tx) => {
    const access = (await appAccessRepository.lock(tx.db, accessId)) ?? fail('app_users.access_not_found');
    if (access.status !== 'INVITED') fail('app_users.not_invited');
    await tx.audit('app_users.link_shown', access.appId, { accessId, email: access.email });
    return renewLink(tx, access, { origin, isLinkShown: true });
  });
};

/**
 * Takes the access of an app user, or an invitation, back. Returns false when there was none. The database announces it, so that open
 * streams end in every process; with the last access of a person, their sessions end too.
 */
export const revokeAppAccess = async (
  tx: TxCtx,
  { appId, accessId }: { appId: string; accessId: string },
): Promise<boolean> => {
  const access = await appAccessRepository.lock(tx.db, accessId);
  if (access?.appId !== appId) return false;
  const { userId, email, status } = access;
  await appAccessRepository.delete(tx.db, accessId);
  if (userId !== null && !(await appAccessRepository.hasAnyGrant(tx.db, userId)))
    await appUserSessionRepository.deleteAll(tx.db, userId);
  await tx.audit('app_users.revoked', appId, { accessId, email, status });
  return true;
};

import type { AppUser } from '@atelier/contracts/account/app-users/app-users';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { appUserSessionSeconds, newAppUserToken } from '../app-user-token.ts';
import { presentAppUser } from '../present.ts';
import { appAccessRepository } from '../repository/app-access.ts';
import { type AppUserRow, appUserSessionRepository } from '../repository/app-users.ts';

export interface EnteredAppUser {
  token: string;
  user: AppUser;
  hasAccess: boolean;
}

/** Opens a session for a person who has proved who they are. A session opens every app of the company that they have access to. */
export const openAppUserSession = async (
  tx: TxCtx,
  row: AppUserRow,
  appId: string,
): Promise<EnteredAppUser> => {
  const token = newAppUserToken(tx.tenantId);
  await appUserSessionRepository.deleteExpired(tx.db, row.id);
  await appUserSessionRepository.insert(tx.db, {
    tokenHash: hashToken(token),
    userId: row.id,
    expiresAt: new Date(tx.now().getTime() + appUserSessionSeconds * 1000),
  });
  const access = await appAccessRepository.findOfUser(tx.db, appId, row.id);
  return {
    token,
    user: presentAppUser(row, { appId, access }),
    hasAccess: await appAccessRepository.hasAccess(tx.db, appId, row.id),
  };
};

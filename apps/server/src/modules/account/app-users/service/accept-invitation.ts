import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { type AppAccessRow, appAccessRepository } from '../repository/app-access.ts';
import { appUserRepository } from '../repository/app-users.ts';

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

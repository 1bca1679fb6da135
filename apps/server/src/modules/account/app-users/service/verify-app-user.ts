import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { tries } from '../../identity/index.ts';
import { appUserRepository, appUserTokenRepository } from '../repository/app-users.ts';
import type { Invited } from './accept-invitation.ts';
import { enterTenant, getNamedApp } from './find-app.ts';
import { orderAppUserMail } from './order-app-user-mail.ts';
import { getOwnAppUser } from './own-access.ts';

/** Throws `app_users.app_not_found` and `app_users.link_expired`. */
export const verifyAppUser = async (
  anonymous: Anonymous,
  { token, ...link }: Invited & { tenantId?: string | undefined },
): Promise<void> => {
  const ctx = await enterTenant(anonymous, link);
  await ctx.tx(async (tx) => {
    const userId =
      (await appUserTokenRepository.consume(tx.db, hashToken(token), 'VERIFY')) ??
      fail('app_users.link_expired');
    await appUserRepository.verify(tx.db, userId);
    await tx.audit('app_users.verified', userId);
  });
};

/** Sends the mail again, a few times an hour. Throws `app_users.app_not_found`. */
export const sendVerification = async (ctx: Ctx, appId: string, origin: string): Promise<void> => {
  const { email } = await ctx.tx(async (tx) => {
    await getNamedApp(tx, appId);
    return getOwnAppUser(tx);
  });
  const { isOver } = await ctx.tx(({ db }) =>
    tries.count(db, tries.limits.mail, `app user ${ctx.tenantId} ${email}`),
  );
  if (isOver) return;
  await ctx.tx(async (tx) => {
    const { id } = await getOwnAppUser(tx);
    await orderAppUserMail(tx, { userId: id, appId, origin, purpose: 'VERIFY' });
  });
};

import { fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { hashPassword, tries } from '../../identity/index.ts';
import {
  appUserRepository,
  appUserSessionRepository,
  appUserTokenRepository,
} from '../repository/app-users.ts';
import type { Invited } from './accept-invitation.ts';
import { enterTenant } from './find-app.ts';
import { orderAppUserMail } from './order-app-user-mail.ts';

interface Forgotten {
  appId: string;
  tenantId?: string | undefined;
  email: string;
}

/** Answers every address in the same way and with the same work. Only a few mails an hour are sent. Throws `app_users.app_not_found`. */
export const forgotAppUserPassword = async (
  anonymous: Anonymous,
  { email, ...link }: Forgotten,
  origin: string,
): Promise<void> => {
  const ctx = await enterTenant(anonymous, link);
  const { isOver } = await ctx.tx(({ db }) =>
    tries.count(db, tries.limits.mail, `app user ${ctx.tenantId} ${email}`),
  );
  if (isOver) return;
  await ctx.tx(async (tx) => {
    const row = await appUserRepository.findByEmail(tx.db, email);
    const order = { userId: row?.id ?? null, appId: link.appId, origin, purpose: 'RESET' as const };
    await orderAppUserMail(tx, order, hashToken(email));
  });
};

/**
 * Sets a new password with the token of the mail, which proves the address and can be used once, and ends every session of the person.
 * Throws `app_users.app_not_found` and `app_users.link_expired`.
 */
export const resetAppUserPassword = async (
  anonymous: Anonymous,
  { token, password, ...link }: Invited & { tenantId?: string | undefined; password: string },
): Promise<void> => {
  const ctx = await enterTenant(anonymous, link);
  const hash = hashToken(token);
  if (!(await ctx.tx(({ db }) => appUserTokenRepository.isOpen(db, hash, 'RESET'))))
    fail('app_users.link_expired');
  const passwordHash = await hashPassword(password);
  await ctx.tx(async (tx) => {
    const userId =
      (await appUserTokenRepository.consume(tx.db, hash, 'RESET')) ?? fail('app_users.link_expired');
    await appUserRepository.setPassword(tx.db, userId, passwordHash);
    await appUserTokenRepository.deleteTokens(tx.db, userId);
    await appUserSessionRepository.deleteAll(tx.db, userId);
    const row = await appUserRepository.find(tx.db, userId);
    if (row) await tries.forget(tx.db, tries.limits.account, `app user ${tx.tenantId} ${row.email}`);
    await tx.audit('app_users.password_reset', userId);
  });
};

import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { hashPassword } from '../passwords.ts';
import { signInAccountRepository } from '../repository/openid-repository.ts';
import { passkeyRepository } from '../repository/passkey-repository.ts';
import { secondFactorRepository } from '../repository/second-factor-repository.ts';
import { sessionRepository } from '../repository/session-repository.ts';
import {
  accountRepository,
  apiKeyRepository,
  userRepository,
  type VerificationRow,
  verificationRepository,
} from '../repository/user-repository.ts';
import { forgetTries, limits } from './checks/limit-tries.ts';
import { orderNotice } from './mails/send-notice.ts';

/**
 * Removes the credentials that an account had before its address was proven. Somebody else could have created the account in the owner's
 * name, and would keep access to it, or keep the owner of the address out.
 */
const dropUnproven = async ({ db }: TxCtx, userId: string): Promise<void> => {
  await secondFactorRepository.remove(db, userId);
  await passkeyRepository.deleteAll(db, userId);
  await signInAccountRepository.deleteProviders(db, userId);
  await apiKeyRepository.deleteAll(db, userId);
};

interface Reset {
  token: string;
  password: string;
}

const apply = async (tx: TxCtx, { userId, email }: VerificationRow, passwordHash: string) => {
  const user = await userRepository.find(tx.db, userId);
  if (user?.email !== email) return fail('auth.link_expired');
  if (!user.emailVerified) await dropUnproven(tx, userId);
  await accountRepository.setPassword(tx.db, userId, passwordHash);
  await userRepository.verifyEmail(tx.db, userId, { email, mailProven: !tx.services.mailer.usesOutbox });
  await verificationRepository.deleteVerifications(tx.db, userId);
  await sessionRepository.deleteAll(tx.db, userId);
  await apiKeyRepository.deleteAll(tx.db, userId);
  await forgetTries(tx.db, limits.account, email);
};

/**
 * Sets a new password with the token of the mail, which can be used once. Ends every session and revokes every API key, because somebody
 * else may have created them. Following the mailed link proves the address; if it was not proven before, every other way to sign in is
 * removed too.
 */
export const resetPassword = async (ctx: Anonymous, reset: Reset, origin: string): Promise<void> => {
  const hash = hashToken(reset.token);
  const found =
    (await ctx.globally((db) =>
      verificationRepository.find(db, { hash, purposes: ['reset-password'] }, new Date()),
    )) ?? fail('auth.link_expired');
  const passwordHash = await hashPassword(reset.password);
  await ctx.forTenant(found.tenantId, { kind: 'system', name: 'identity.reset-link' }).tx(async (tx) => {
    if (!(await verificationRepository.consume(tx.db, hash))) fail('auth.link_expired');
    await apply(tx, found, passwordHash);
    await tx.audit('identity.password_reset', found.userId);
    await orderNotice(tx, { userId: found.userId, origin, what: 'password' });
  });
};

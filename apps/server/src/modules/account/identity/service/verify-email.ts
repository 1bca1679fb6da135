import { fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { userRepository, verificationRepository } from '../repository/user-repository.ts';

/** Confirms the address that the token was mailed to; for a change of address, it replaces the old one. A token can be used once. */
export const verifyEmail = async (ctx: Anonymous, token: string): Promise<void> => {
  const tokenHash = hashToken(token);
  const found =
    (await ctx.globally((db) =>
      verificationRepository.find(
        db,
        { hash: tokenHash, purposes: ['verify-email', 'change-email'] },
        new Date(),
      ),
    )) ?? fail('auth.link_expired');
  await ctx
    .forTenant(found.tenantId, { kind: 'system', name: 'identity.verification-link' })
    .tx(async (tx) => {
      if (!(await verificationRepository.consume(tx.db, tokenHash))) fail('auth.link_expired');
      const proven = { email: found.email, mailProven: !tx.services.mailer.usesOutbox };
      if (found.purpose === 'change-email') await userRepository.changeEmail(tx.db, found.userId, proven);
      else await userRepository.verifyEmail(tx.db, found.userId, proven);
      const isNew = found.purpose === 'change-email';
      await tx.audit(isNew ? 'identity.email_changed' : 'identity.email_verified', found.userId);
    });
};

import { fail } from '../../../kernel/errors.ts';
import type { Anonymous } from '../../../kernel/http/exchange.ts';
import { hashToken } from '../../../kernel/secrets.ts';
import { userRepository, verificationRepository } from '../repository.ts';

/** Confirms the address that the token was mailed to. A token serves once. */
export const verifyEmail = async (ctx: Anonymous, token: string): Promise<void> => {
  const tokenHash = hashToken(token);
  const found =
    (await ctx.globally((db) => verificationRepository.find(db, tokenHash, new Date()))) ??
    fail('auth.link_expired');
  await ctx
    .forTenant(found.tenantId, { kind: 'system', name: 'identity.verification-link' })
    .tx(async (tx) => {
      if (!(await verificationRepository.consume(tx.db, tokenHash))) fail('auth.link_expired');
      await userRepository.verifyEmail(tx.db, found.userId, found.email);
      await tx.audit('identity.email_verified', found.userId);
    });
};

import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { InputOf } from '../../../../../kernel/context/define-job.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { verificationMail } from '../../mails/verification-mail.ts';
import { userRepository, verificationRepository } from '../../repository/user-repository.ts';
import { isVerifiedEnough, type verificationMailJob } from './order-verification-mail.ts';

const lifetimeMs = 24 * 60 * 60 * 1000;

/**
 * Creates the token and mails its link. A retry creates a new token, which makes the earlier one invalid. Only the mail contains the token
 * in clear text.
 */
export const sendVerificationMail = async (
  ctx: Ctx,
  { userId, origin }: InputOf<typeof verificationMailJob>,
): Promise<void> => {
  const token = newToken('vrf');
  const user = await ctx.tx(async (tx) => {
    const found = await userRepository.find(tx.db, userId);
    if (!found || isVerifiedEnough(tx, found)) return undefined;
    await verificationRepository.put(tx.db, {
      tokenHash: hashToken(token),
      purpose: 'verify-email',
      userId,
      tenantId: tx.tenantId,
      email: found.email,
      expiresAt: new Date(tx.now().getTime() + lifetimeMs),
    });
    return found;
  });
  if (!user) return;
  const link = `${origin}/verify?token=${token}`;
  await ctx.services.mailer.send(verificationMail({ to: user.email, name: user.name, link }));
};

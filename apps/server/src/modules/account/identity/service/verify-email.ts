import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { type UserRow, userRepository, verificationRepository } from '../repository/user-repository.ts';

export const verificationMailJob = defineJob({
  name: 'identity.send-verification-mail',
  input: z.object({ userId: z.string(), origin: z.url() }),
});

/** Orders the mail with the link. A second order replaces one that still waits. */
export const orderVerificationMail = (tx: TxCtx, userId: string, origin: string): Promise<void> =>
  tx.enqueue(verificationMailJob, { userId, origin }, { key: `${verificationMailJob.name}:${userId}` });

/** True when another mail would prove nothing more. A link from a configured mail server proves more than one from the outbox. */
const isVerifiedEnough = (tx: TxCtx, user: UserRow): boolean =>
  user.emailVerified && (user.mailProven || tx.services.mailer.usesOutbox);

/** Sends the verification mail again (AUTH-27), unless the address is verified already. */
export const sendVerifyEmail = (ctx: Ctx, origin: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const userId = ownUserId(tx);
    const user = await userRepository.find(tx.db, userId);
    if (user && isVerifiedEnough(tx, user)) return;
    await orderVerificationMail(tx, userId, origin);
    await tx.audit('identity.verification_requested', userId);
  });

/** The mail that asks a user to confirm their address. */
const verificationMail = ({ to, name, link }: { to: string; name: string; link: string }): Mail =>
  renderMail({
    to,
    subject: 'Please confirm your email address',
    name,
    paragraphs: ['please confirm that this address is yours.'],
    action: { label: 'Confirm my email address', url: link },
    note: 'The link works once, for 24 hours. If you did not sign up for Atelier, you can ignore this mail.',
  });

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

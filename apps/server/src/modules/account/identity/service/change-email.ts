import { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { userRepository, verificationRepository } from '../repository/user-repository.ts';
import { getSessionUserId, requireOwnPassword } from './checks/get-session-user-id.ts';
import { countTry, limits, refuseOver } from './checks/limit-tries.ts';

/** The mail to the new address, whose link completes the change. */
const changeEmailMail = (mail: { to: string; name: string; link: string }): Mail =>
  renderMail({
    to: mail.to,
    subject: 'Please confirm your new email address',
    name: mail.name,
    paragraphs: ['please confirm that this is your new address for Atelier.'],
    action: { label: 'Confirm my new address', url: mail.link },
    note: 'The link works once, for 24 hours. Until then your old address stays. If it was not you, you can ignore this mail.',
  });

/** The mail to the old address, so that its owner can object. */
const emailNoticeMail = (mail: { to: string; name: string; newEmail: string; link: string }): Mail =>
  renderMail({
    to: mail.to,
    subject: 'Your email address is about to change',
    name: mail.name,
    paragraphs: [
      `somebody, probably you, wants to use ${mail.newEmail} for your account from now on. It changes as soon as the link in the mail to that address is followed.`,
    ],
    action: { label: 'That was not me', url: mail.link },
    note: 'A new password ends every session and makes the link void. If it was you, there is nothing to do.',
  });

/** The mail to an address that already has an account. */
const emailTakenMail = (mail: { to: string; link: string }): Mail =>
  renderMail({
    to: mail.to,
    subject: 'This address has an account already',
    paragraphs: [
      'somebody, probably you, wants to use this address for another account. It has one already, so nothing was changed.',
    ],
    action: { label: 'Go to the sign-in', url: mail.link },
    note: 'To use the address for the other account, delete the one that has it first. If it was not you, you can ignore this mail.',
  });

export const changeEmailJob = defineJob({
  name: 'identity.send-change-email-mails',
  input: z.object({ userId: z.string(), email: z.string(), origin: z.url() }),
});

const lifetimeMs = 24 * 60 * 60 * 1000;

/**
 * Orders a mail to the new address. Nothing changes until its link is followed, and the answer does not reveal whether another user has the
 * address.
 */
export const changeEmail = async (
  ctx: Ctx,
  { email, password, origin }: { email: string; password: string | undefined; origin: string },
): Promise<void> => {
  const userId = getSessionUserId(ctx);
  await requireOwnPassword(ctx, password);
  refuseOver(await ctx.tx(({ db }) => countTry(db, limits.mail, `change ${userId}`)));
  await ctx.tx(async (tx) => {
    const key = `${changeEmailJob.name}:${userId}`;
    await tx.enqueue(changeEmailJob, { userId, email, origin }, { key });
    await tx.audit('identity.email_change_requested', userId);
  });
};

/** Mails the link to the new address and a notice to the old one. If another user has the new address, it gets a mail that says so. */
export const sendChangeEmailMails = async (
  ctx: Ctx,
  { userId, email, origin }: InputOf<typeof changeEmailJob>,
): Promise<void> => {
  const token = newToken('eml');
  const found = await ctx.tx(async (tx) => {
    const user = await userRepository.find(tx.db, userId);
    if (!user) return undefined;
    const isTaken = await userRepository.isEmailTaken(tx.db, email);
    const verification = { userId, tenantId: tx.tenantId, email, tokenHash: hashToken(token) };
    const expiresAt = new Date(tx.now().getTime() + lifetimeMs);
    if (!isTaken)
      await verificationRepository.put(tx.db, { ...verification, purpose: 'change-email', expiresAt });
    return { user, isTaken };
  });
  if (!found) return;
  const { user, isTaken } = found;
  const { mailer } = ctx.services;
  await mailer.send(
    isTaken
      ? emailTakenMail({ to: email, link: origin })
      : changeEmailMail({ to: email, name: user.name, link: `${origin}/verify?token=${token}` }),
  );
  await mailer.send(
    emailNoticeMail({ to: user.email, name: user.name, newEmail: email, link: `${origin}/forgot` }),
  );
};

import { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { changeEmailMail, emailNoticeMail, emailTakenMail } from '../mails/email-mails.ts';
import { userRepository, verificationRepository } from '../repository/user-repository.ts';
import { getSessionUserId } from './checks/get-session-user-id.ts';
import { countTry, limits, refuseOver } from './checks/limit-tries.ts';
import { requireOwnPassword } from './checks/require-own-password.ts';

export const changeEmailJob = defineJob({
  name: 'identity.send-change-email-mails',
  input: z.object({ userId: z.string(), email: z.string(), origin: z.url() }),
});

const lifetimeMs = 24 * 60 * 60 * 1000;

interface Wish {
  email: string;
  password: string | undefined;
  origin: string;
}

/**
 * Orders a mail to the new address. Nothing changes until its link is followed, and the answer does not reveal whether another user has the
 * address.
 */
export const changeEmail = async (ctx: Ctx, { email, password, origin }: Wish): Promise<void> => {
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

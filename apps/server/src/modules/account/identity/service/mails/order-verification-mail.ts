import { z } from 'zod';
import { ownUserId } from '../../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { defineJob } from '../../../../../kernel/context/define-job.ts';
import { type UserRow, userRepository } from '../../repository/user-repository.ts';

export const verificationMailJob = defineJob({
  name: 'identity.send-verification-mail',
  input: z.object({ userId: z.string(), origin: z.url() }),
});

/** Orders the mail with the link. A second order replaces one that still waits. */
export const orderVerificationMail = (tx: TxCtx, userId: string, origin: string): Promise<void> =>
  tx.enqueue(verificationMailJob, { userId, origin }, { key: `${verificationMailJob.name}:${userId}` });

/** True when another mail would prove nothing more. A link from a configured mail server proves more than one from the outbox. */
export const isVerifiedEnough = (tx: TxCtx, user: UserRow): boolean =>
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

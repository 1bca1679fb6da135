import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { type UserRow, userRepository } from '../../repository/user-repository.ts';

export const verificationMailTask = 'identity.send-verification-mail';

/** Orders the mail with the link. A second order replaces one that still waits. */
export const orderVerificationMail = (tx: TxCtx, userId: string, origin: string): Promise<void> =>
  tx.enqueue(verificationMailTask, { userId, origin }, { key: `${verificationMailTask}:${userId}` });

/** True when another mail would prove nothing more. A link from a configured mail server proves more than one from the outbox. */
export const isVerifiedEnough = (tx: TxCtx, user: UserRow): boolean =>
  user.emailVerified && (user.mailProven || tx.services.mailer.usesOutbox);

/** Sends the verification mail again (AUTH-27), unless the address is verified already. */
export const sendVerifyEmail = (ctx: Ctx, origin: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const userId = 'userId' in tx.actor ? tx.actor.userId : fail('auth.unauthenticated');
    const user = await userRepository.find(tx.db, userId);
    if (user && isVerifiedEnough(tx, user)) return;
    await orderVerificationMail(tx, userId, origin);
    await tx.audit('identity.verification_requested', userId);
  });

import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../kernel/context.ts';
import { passwordChangedMail } from '../password-mails.ts';
import { userRepository } from '../repository.ts';
import { secondFactorMail } from '../second-factor-mail.ts';

export const noticeTask = 'identity.send-notice';

export const NoticeOrder = z.object({
  userId: z.string(),
  origin: z.url(),
  /** What has changed. */
  what: z.enum(['password', 'second-factor-on', 'second-factor-off']),
});
type Notice = z.infer<typeof NoticeOrder>;

/** Orders a mail that tells somebody of a change to how they sign in. */
export const orderNotice = (tx: TxCtx, notice: Notice): Promise<void> => tx.enqueue(noticeTask, notice);

export const sendNotice = async (ctx: Ctx, { userId, origin, what }: Notice): Promise<void> => {
  const user = await ctx.tx(({ db }) => userRepository.find(db, userId));
  if (!user) return;
  const { email: to, name } = user;
  const link = `${origin}/forgot`;
  await ctx.services.mailer.send(
    what === 'password'
      ? passwordChangedMail({ to, name, link })
      : secondFactorMail({ to, name, link, isOn: what === 'second-factor-on' }),
  );
};

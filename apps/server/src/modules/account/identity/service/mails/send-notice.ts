import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../../kernel/context/define-job.ts';
import type { Mail } from '../../../../../kernel/mail/mail.ts';
import { newWayInMail } from '../../mails/new-way-in-mail.ts';
import { passwordChangedMail } from '../../mails/password-mails.ts';
import { secondFactorMail } from '../../mails/second-factor-mail.ts';
import { userRepository } from '../../repository/user-repository.ts';

export const noticeJob = defineJob({
  name: 'identity.send-notice',
  input: z.object({
    userId: z.string(),
    origin: z.url(),
    /** The change that the mail reports. */
    what: z.enum(['password', 'second-factor-on', 'second-factor-off', 'passkey-added', 'account-linked']),
  }),
});
type Notice = InputOf<typeof noticeJob>;

/** Orders a mail that tells a user of a change to how they sign in. */
export const orderNotice = (tx: TxCtx, notice: Notice): Promise<void> => tx.enqueue(noticeJob, notice);

const mailOf = ({ what, origin }: Notice, recipient: { to: string; name: string }): Mail => {
  if (what === 'passkey-added' || what === 'account-linked')
    return newWayInMail({ ...recipient, link: `${origin}/settings/security`, what });
  const link = `${origin}/forgot`;
  if (what === 'password') return passwordChangedMail({ ...recipient, link });
  return secondFactorMail({ ...recipient, link, isOn: what === 'second-factor-on' });
};

export const sendNotice = async (ctx: Ctx, notice: Notice): Promise<void> => {
  const user = await ctx.tx(({ db }) => userRepository.find(db, notice.userId));
  if (user) await ctx.services.mailer.send(mailOf(notice, { to: user.email, name: user.name }));
};

import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../../kernel/context/define-job.ts';
import type { Mail } from '../../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../../kernel/mail/mail-template.ts';
import { userRepository } from '../../repository/user-repository.ts';
import { passwordChangedMail } from './send-password-mail.ts';

/** The mail that tells a user that their second factor was turned on or off. */
const secondFactorMail = (mail: { to: string; name: string; link: string; isOn: boolean }): Mail => {
  const subject = mail.isOn ? 'Two-factor sign-in is on' : 'Two-factor sign-in is off';
  return renderMail({
    to: mail.to,
    subject,
    name: mail.name,
    paragraphs: [
      mail.isOn
        ? 'from now on, signing in asks for a code of your authenticator app. Keep your recovery codes in a safe place.'
        : 'signing in no longer asks for a code of your authenticator app.',
    ],
    action: { label: 'That was not me', url: mail.link },
    note: 'If it was you, there is nothing to do.',
  });
};

const subjects = {
  'passkey-added': 'A passkey was added to your account',
  'account-linked': 'Another sign-in was linked to your account',
} as const;

type NewWayIn = keyof typeof subjects;

/** The mail that tells a user of a new way to sign in, which a change of password does not remove. */
const newWayInMail = (mail: { to: string; name: string; link: string; what: NewWayIn }): Mail => {
  const subject = subjects[mail.what];
  return renderMail({
    to: mail.to,
    subject,
    name: mail.name,
    paragraphs: [
      'your account can be opened with it from now on. Under Settings, Security you see every way in and can remove it.',
    ],
    action: { label: 'Look at my ways in', url: mail.link },
    note: 'If it was you, there is nothing to do. If not, remove it, end the other sessions and change your password.',
  });
};

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

const buildMail = ({ what, origin }: Notice, recipient: { to: string; name: string }): Mail => {
  if (what === 'passkey-added' || what === 'account-linked')
    return newWayInMail({ ...recipient, link: `${origin}/settings/security`, what });
  const link = `${origin}/forgot`;
  if (what === 'password') return passwordChangedMail({ ...recipient, link });
  return secondFactorMail({ ...recipient, link, isOn: what === 'second-factor-on' });
};

export const sendNotice = async (ctx: Ctx, notice: Notice): Promise<void> => {
  const user = await ctx.tx(({ db }) => userRepository.find(db, notice.userId));
  if (user) await ctx.services.mailer.send(buildMail(notice, { to: user.email, name: user.name }));
};

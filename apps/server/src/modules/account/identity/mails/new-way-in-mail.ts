import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';

const subjects = {
  'passkey-added': 'A passkey was added to your account',
  'account-linked': 'Another sign-in was linked to your account',
} as const;

export type NewWayIn = keyof typeof subjects;

/** The mail that tells a user of a new way to sign in, which a change of password does not remove. */
export const newWayInMail = (mail: { to: string; name: string; link: string; what: NewWayIn }): Mail => {
  const subject = subjects[mail.what];
  return {
    to: mail.to,
    subject,
    ...renderMail({
      heading: subject,
      paragraphs: [
        `Hello ${mail.name},`,
        'your account can be opened with it from now on. Under Settings, Security you see every way in and can remove it.',
      ],
      action: { label: 'Look at my ways in', url: mail.link },
      note: 'If it was you, there is nothing to do. If not, remove it, end the other sessions and change your password.',
    }),
  };
};

import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';

/** The mail to the new address, whose link completes the change. */
export const changeEmailMail = (mail: { to: string; name: string; link: string }): Mail => ({
  to: mail.to,
  subject: 'Please confirm your new email address',
  ...renderMail({
    heading: 'Please confirm your new email address',
    paragraphs: [`Hello ${mail.name},`, 'please confirm that this is your new address for Atelier.'],
    action: { label: 'Confirm my new address', url: mail.link },
    note: 'The link works once, for 24 hours. Until then your old address stays. If it was not you, you can ignore this mail.',
  }),
});

/** The mail to the old address, so that its owner can object. */
export const emailNoticeMail = (mail: {
  to: string;
  name: string;
  newEmail: string;
  link: string;
}): Mail => ({
  to: mail.to,
  subject: 'Your email address is about to change',
  ...renderMail({
    heading: 'Your email address is about to change',
    paragraphs: [
      `Hello ${mail.name},`,
      `somebody, probably you, wants to use ${mail.newEmail} for your account from now on. It changes as soon as the link in the mail to that address is followed.`,
    ],
    action: { label: 'That was not me', url: mail.link },
    note: 'A new password ends every session and makes the link void. If it was you, there is nothing to do.',
  }),
});

/** The mail to an address that already has an account. */
export const emailTakenMail = (mail: { to: string; link: string }): Mail => ({
  to: mail.to,
  subject: 'This address has an account already',
  ...renderMail({
    heading: 'This address has an account already',
    paragraphs: [
      'somebody, probably you, wants to use this address for another account. It has one already, so nothing was changed.',
    ],
    action: { label: 'Go to the sign-in', url: mail.link },
    note: 'To use the address for the other account, delete the one that has it first. If it was not you, you can ignore this mail.',
  }),
});

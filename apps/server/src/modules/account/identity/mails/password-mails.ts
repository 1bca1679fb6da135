import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';

interface Addressee {
  to: string;
  name: string;
}

const resetWords = {
  forgot: {
    subject: 'Set a new password',
    because: 'somebody, probably you, asked for a new password.',
    otherwise: 'If it was not you, you can ignore this mail: your password stays as it is.',
  },
  locked: {
    subject: 'Many wrong passwords for your account',
    because:
      'somebody tried many wrong passwords for your account. For an hour it takes no password at all; with a new one it opens at once.',
    otherwise:
      'If it was not you, your password was not found out. A code of an app at sign-in protects you more.',
  },
  'sign-up': {
    subject: 'You have an account already',
    because:
      'somebody, probably you, wanted to sign up with this address, which has an account. Just sign in, or set a new password if you forgot it.',
    otherwise: 'If it was not you, you can ignore this mail: nothing has changed.',
  },
} as const;

/** The mail with the link for choosing a new password. */
export const resetMail = (mail: Addressee & { link: string; reason: keyof typeof resetWords }): Mail => {
  const { subject, because, otherwise } = resetWords[mail.reason];
  return {
    to: mail.to,
    subject,
    ...renderMail({
      heading: subject,
      paragraphs: [`Hello ${mail.name},`, because],
      action: { label: 'Set a new password', url: mail.link },
      note: `The link works once, for an hour, and ends your sessions everywhere. ${otherwise}`,
    }),
  };
};

/** The mail for a user who asked for a new password and signs in without one. */
export const passwordlessMail = (mail: Addressee & { link: string; ways: string[] }): Mail => ({
  to: mail.to,
  subject: 'You sign in without a password',
  ...renderMail({
    heading: 'You sign in without a password',
    paragraphs: [
      `Hello ${mail.name},`,
      mail.ways.length === 0
        ? 'somebody, probably you, asked for a new password. Your account has none: you sign in with a passkey.'
        : `somebody, probably you, asked for a new password. Your account has none: you sign in with ${mail.ways.join(' or ')}.`,
    ],
    action: { label: 'Go to the sign-in', url: mail.link },
    note: 'If it was not you, you can ignore this mail.',
  }),
});

/** The mail that tells a user that their password was changed. */
export const passwordChangedMail = (mail: Addressee & { link: string }): Mail => ({
  to: mail.to,
  subject: 'Your password was changed',
  ...renderMail({
    heading: 'Your password was changed',
    paragraphs: [
      `Hello ${mail.name},`,
      'the password of your account was changed a moment ago, and sessions elsewhere were ended.',
    ],
    action: { label: 'That was not me', url: mail.link },
    note: 'If it was you, there is nothing to do.',
  }),
});

import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';

/** The mail that tells a user that their second factor was turned on or off. */
export const secondFactorMail = (mail: { to: string; name: string; link: string; isOn: boolean }): Mail => {
  const subject = mail.isOn ? 'Two-factor sign-in is on' : 'Two-factor sign-in is off';
  return {
    to: mail.to,
    subject,
    ...renderMail({
      heading: subject,
      paragraphs: [
        `Hello ${mail.name},`,
        mail.isOn
          ? 'from now on, signing in asks for a code of your authenticator app. Keep your recovery codes in a safe place.'
          : 'signing in no longer asks for a code of your authenticator app.',
      ],
      action: { label: 'That was not me', url: mail.link },
      note: 'If it was you, there is nothing to do.',
    }),
  };
};

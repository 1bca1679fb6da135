import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';

/** The mail that asks a user to confirm their address. */
export const verificationMail = ({ to, name, link }: { to: string; name: string; link: string }): Mail => ({
  to,
  subject: 'Please confirm your email address',
  ...renderMail({
    heading: 'Please confirm your email address',
    paragraphs: [`Hello ${name},`, 'please confirm that this address is yours.'],
    action: { label: 'Confirm my email address', url: link },
    note: 'The link works once, for 24 hours. If you did not sign up for Atelier, you can ignore this mail.',
  }),
});

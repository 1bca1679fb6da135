import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';

/** The mail that admits somebody from the waiting list. */
export const admissionMail = ({ to, name, link }: { to: string; name: string; link: string }): Mail => ({
  to,
  subject: 'Your place in Atelier is ready',
  ...renderMail({
    heading: 'Your place is ready',
    paragraphs: [`Hello ${name},`, 'you asked for access to Atelier. You can make your account now.'],
    action: { label: 'Create my account', url: link },
    note: 'The link works for 14 days. If you did not ask for access, you can ignore this mail.',
  }),
});

import type { Mail } from '../../../kernel/mail/mail.ts';
import { renderMail } from '../../../kernel/mail/mail-template.ts';

/** The mail that tells an owner or admin that a soft limit was passed. Nothing stops because of it. */
export const limitMail = (told: { to: string; name: string; limit: string; link?: string }): Mail => ({
  to: told.to,
  subject: 'A usage limit of your company is reached',
  ...renderMail({
    heading: 'A usage limit is reached',
    paragraphs: [
      `Hello ${told.name},`,
      `the ${told.limit} is reached. Work goes on: this limit only warns, once in its period.`,
      'You can change it in Atelier under Billing, Usage Limit, and see what was used under Credit Usage.',
    ],
    ...(told.link === undefined ? {} : { action: { label: 'Open the usage limits', url: told.link } }),
  }),
});

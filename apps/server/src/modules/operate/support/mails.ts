import type { Mail } from '../../../kernel/mail/mail.ts';
import { renderMail } from '../../../kernel/mail/mail-template.ts';
import type { InboxEntry } from './repository.ts';
import type { MessageRow } from './tables.ts';

interface Order {
  to: string;
  asked: InboxEntry;
  message: MessageRow;
  origin: string;
}

/** The mail that tells support about a question and the page where it was asked. */
export const questionMail = ({ to, asked, message, origin }: Order): Mail => ({
  to,
  subject: `Question from ${asked.name} (${asked.companyName})`,
  ...renderMail({
    heading: `${asked.name} of ${asked.companyName} asks`,
    paragraphs: [
      message.text,
      `${asked.email}, on ${message.screen ?? 'an unknown screen'}, version ${message.appVersion ?? 'unknown'}`,
    ],
    action: { label: 'Answer', url: `${origin}/admin?tab=support` },
  }),
});

/** The mail that brings the answer to the user who asked. */
export const replyMail = ({ to, asked, message, origin }: Order): Mail => ({
  to,
  subject: 'Support has answered your question',
  ...renderMail({
    heading: 'Support has answered your question',
    paragraphs: [`Hello ${asked.name},`, message.text, message.authorName],
    action: { label: 'Open Atelier', url: `${origin}/agents` },
    note: 'The whole conversation stands under “Help & support” in the account menu.',
  }),
});

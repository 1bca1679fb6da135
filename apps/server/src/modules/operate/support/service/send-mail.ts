import { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';
import { type InboxEntry, inboxRepository, messageRepository } from '../repository.ts';
import type { MessageRow } from '../tables.ts';

interface Order {
  to: string;
  asked: InboxEntry;
  message: MessageRow;
  origin: string;
}

/** The mail that tells support about a question and the page where it was asked. */
const questionMail = ({ to, asked, message, origin }: Order): Mail =>
  renderMail({
    to,
    subject: `Question from ${asked.name} (${asked.companyName})`,
    heading: `${asked.name} of ${asked.companyName} asks`,
    paragraphs: [
      message.text,
      `${asked.email}, on ${message.screen ?? 'an unknown screen'}, version ${message.appVersion ?? 'unknown'}`,
    ],
    action: { label: 'Answer', url: `${origin}/admin?tab=support` },
  });

/** The mail that brings the answer to the user who asked. */
const replyMail = ({ to, asked, message, origin }: Order): Mail =>
  renderMail({
    to,
    subject: 'Support has answered your question',
    name: asked.name,
    paragraphs: [message.text, message.authorName],
    action: { label: 'Open Atelier', url: `${origin}/agents` },
    note: 'The whole conversation stands under “Help & support” in the account menu.',
  });

export const supportMailJob = defineJob({
  name: 'support.send-mail',
  input: z.object({ messageId: z.string(), origin: z.url() }),
});

/** Mails a question to support, if an address is configured, or an answer to the user who asked. */
export const sendSupportMail = async (
  ctx: Ctx,
  { messageId, origin }: InputOf<typeof supportMailJob>,
): Promise<void> => {
  const found = await ctx.tx(async ({ db }) => {
    const message = await messageRepository.find(db, messageId);
    const asked = message && (await inboxRepository.find(db, message.questionId));
    return asked && { message, asked };
  });
  if (!found) return;
  const isAnswer = found.message.author === 'STAFF';
  const to = isAnswer ? found.asked.email : ctx.services.config.frontEnd.supportEmail;
  if (to === undefined) return;
  await ctx.services.mailer.send((isAnswer ? replyMail : questionMail)({ to, origin, ...found }));
};

import { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { questionMail, replyMail } from '../mails.ts';
import { inboxRepository, messageRepository } from '../repository.ts';

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

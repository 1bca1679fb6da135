import { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';
import { tenantMembers } from '../../../account/tenancy/index.ts';
import { newAnswerRepository } from '../new-answer-repository.ts';
import { ratedRepository } from './rated-repository.ts';

export const newAnswerMailJob = defineJob({
  name: 'chat.send-new-answer',
  input: z.object({ newAnswerId: z.string(), origin: z.url() }),
});

export const assignmentMailJob = defineJob({
  name: 'chat.send-feedback-assignment',
  input: z.object({ queryId: z.string(), userId: z.string(), origin: z.url() }),
});

const longestQuestion = 300;
const longestAnswer = 4000;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);
const withoutMarks = (answer: string): string => answer.replaceAll(/ ?\[\d+\]/g, '');

/** Tells who rated an answer that their question has a new one, where an address is known. */
export const sendNewAnswer = async (
  ctx: Ctx,
  { newAnswerId, origin }: InputOf<typeof newAnswerMailJob>,
): Promise<void> => {
  const mail = await ctx.tx(async (tx) => {
    const told = await newAnswerRepository.findTold(tx.db, newAnswerId);
    const rated = told && (await ratedRepository.find(tx.db, told.queryId));
    const to = rated?.accountEmail ?? rated?.visitor?.email;
    const app = rated && (await findEntityNames(tx, [rated.appId])).get(rated.appId);
    if (!told || !rated || !to || app === undefined) return undefined;
    const content = renderMail({
      to,
      subject: `${app}: your question has a new answer`,
      heading: 'Your question has a new answer',
      paragraphs: [
        `You asked ${app}: “${cut(rated.message.question, longestQuestion)}” and told us that the answer was not good. This is the new one:`,
        cut(withoutMarks(told.answer), longestAnswer),
      ],
      action: { label: 'Open the conversation', url: `${origin}/chat/${rated.appId}` },
      note: 'Its sources are shown in the conversation, in the browser in which you asked. You get this mail once, because you rated the answer.',
    });
    return { ...content, key: newAnswerId };
  });
  if (mail) await ctx.services.mailer.send(mail);
};

/** Tells a member that they look after the feedback on an answer, unless somebody else does by now. */
export const sendAssignment = async (
  ctx: Ctx,
  { queryId, userId, origin }: InputOf<typeof assignmentMailJob>,
): Promise<void> => {
  const mail = await ctx.tx(async (tx) => {
    const rated = await ratedRepository.find(tx.db, queryId);
    const [member] = await tenantMembers.list(tx, { userIds: [userId] });
    const app = rated && (await findEntityNames(tx, [rated.appId])).get(rated.appId);
    if (!rated || !member || app === undefined || rated.feedback.assigneeId !== userId) return undefined;
    return renderMail({
      to: member.email,
      subject: `Feedback on ${app} is yours`,
      name: member.name,
      paragraphs: [
        `please look after the feedback on this question: “${cut(rated.message.question, longestQuestion)}”`,
      ],
      action: { label: 'Open the feedback', url: `${origin}/apps/${rated.appId}?tab=feedback` },
    });
  });
  if (mail) await ctx.services.mailer.send(mail);
};

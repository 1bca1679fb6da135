import { z } from 'zod';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../../kernel/context/define-job.ts';
import { MailError } from '../../../../../kernel/mail/mail.ts';
import { tenantMembers } from '../../../../account/tenancy/index.ts';
import type { AlertRow, MessageRow, RuleRow } from '../../tables.ts';
import { alertMail } from '../mails.ts';
import { alertRepository, messageRepository, ruleRepository } from '../repository.ts';
import { callWebhook } from '../webhook.ts';

/** One message to one member or webhook, so that one that fails does not repeat the others. */
export const deliverJob = defineJob({
  name: 'monitoring.deliver-alert',
  input: z.object({ messageId: z.string() }),
});

const mostAttempts = 6;
const firstPauseMs = 15_000;

interface Delivery {
  message: MessageRow;
  alert: AlertRow;
  rule: RuleRow | undefined;
}

const findDelivery = (ctx: Ctx, messageId: string): Promise<Delivery | undefined> =>
  ctx.tx(async ({ db }) => {
    const message = await messageRepository.find(db, messageId);
    const alert = message?.state === 'WAITING' ? await alertRepository.find(db, message.alertId) : undefined;
    return message && alert && { message, alert, rule: await ruleRepository.find(db, alert.ruleId) };
  });

const mail = async (ctx: Ctx, { message, alert }: Delivery): Promise<string | undefined> => {
  const [member] = await ctx.tx((tx) => tenantMembers.list(tx, { userIds: [message.userId ?? ''] }));
  if (member === undefined) return 'This person is not a member any more.';
  try {
    await ctx.services.mailer.send(
      alertMail({
        ...{
          to: member.email,
          name: member.name,
          ruleName: alert.ruleName,
          event: message.event,
          told: alert,
        },
        origin: ctx.services.ownOrigin.current,
      }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return 'The mail server could not be reached, or refused the mail.';
  }
};

/** Returns the problem; undefined when the message was sent. */
const send = async (ctx: Ctx, delivery: Delivery): Promise<string | undefined> => {
  const { message, alert, rule } = delivery;
  if (rule === undefined) return 'The rule was deleted.';
  if (message.channel === 'MAIL') return mail(ctx, delivery);
  return callWebhook(ctx, {
    id: message.id,
    event: message.event,
    alertId: alert.id,
    rule,
    told: told(alert),
  });
};

const told = ({ subjectKind, subjectId, subjectName, metric, threshold, hours, value }: AlertRow) => ({
  ...{ subjectKind, subjectId, subjectName, metric, threshold, hours, value },
});

/** Sends a message, and orders another attempt after a pause that doubles. After the last one the history says why it failed. */
export const deliverMessage = async (ctx: Ctx, { messageId }: InputOf<typeof deliverJob>): Promise<void> => {
  const delivery = await findDelivery(ctx, messageId);
  if (!delivery) return;
  const problem = await send(ctx, delivery);
  const attempts = delivery.message.attempts + 1;
  const isLast = attempts >= mostAttempts || delivery.rule === undefined;
  await ctx.tx(async (tx) => {
    if (problem === undefined) {
      const sent = { state: 'SENT', attempts, problem: null, sentAt: tx.now() } as const;
      return messageRepository.change(tx.db, messageId, sent);
    }
    await messageRepository.change(tx.db, messageId, {
      ...{ attempts, problem, state: isLast ? 'FAILED' : 'WAITING' },
    });
    if (isLast) return;
    const runAt = new Date(tx.now().getTime() + firstPauseMs * 2 ** (attempts - 1));
    await tx.enqueue(deliverJob, { messageId }, { key: `${deliverJob.name}:${messageId}`, runAt });
  });
};

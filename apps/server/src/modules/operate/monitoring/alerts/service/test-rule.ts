import type { AlertTest } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { MailError } from '../../../../../kernel/mail/mail.ts';
import { tenantMembers } from '../../../../account/tenancy/index.ts';
import type { Told } from '../mails.ts';
import { alertMail } from '../mails.ts';
import { measure } from '../measure.ts';
import type { RuleRow } from '../tables.ts';
import { callWebhook } from '../webhook.ts';
import { findRule, subjectNameFor } from './read-rules.ts';

interface Test {
  rule: RuleRow;
  told: Told;
  tester: { email: string; name: string } | undefined;
}

const outcome = (problem: string | undefined) => ({
  isSent: problem === undefined,
  problem: problem ?? null,
});

const tryMail = async (ctx: Ctx, { rule, told, tester }: Test): Promise<AlertTest['mail']> => {
  if (rule.mail === 'NOBODY') return null;
  if (tester === undefined) return outcome('Programs have no mailbox. Please test the rule in the monitor.');
  const { publicUrl: origin } = ctx.services.config.server;
  try {
    await ctx.services.mailer.send(
      alertMail({ to: tester.email, name: tester.name, ruleName: rule.name, event: 'TEST', told, origin }),
    );
    return outcome(undefined);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return outcome('The mail server could not be reached, or refused the mail.');
  }
};

const tryWebhook = async (ctx: Ctx, { rule, told }: Test): Promise<AlertTest['webhook']> =>
  rule.webhookUrl === null
    ? null
    : outcome(await callWebhook(ctx, { id: newId('alm'), event: 'TEST', alertId: null, rule, told }));

/** Sends a test message: the mail to whoever tests, and a call to the webhook. Throws `alerts.rule_not_found`. */
export const testRule = async (ctx: Ctx, id: string): Promise<AlertTest> => {
  const test = await ctx.tx(async (tx): Promise<Test> => {
    const rule = await findRule(tx, id);
    const { subjectKind, subjectId, metric, threshold, hours } = rule;
    const userIds = 'userId' in tx.actor ? [tx.actor.userId] : [];
    const value = (await measure(tx, rule)) ?? 0;
    const subjectName = await subjectNameFor(tx, rule);
    await tx.audit('alerts.rule_tested', id, { name: rule.name });
    return {
      rule,
      told: { subjectKind, subjectId, subjectName, metric, threshold, hours, value },
      tester: userIds.length === 0 ? undefined : (await tenantMembers.list(tx, { userIds }))[0],
    };
  });
  return { mail: await tryMail(ctx, test), webhook: await tryWebhook(ctx, test) };
};

import type {
  AlertRuleChange,
  AlertRuleInput,
  AlertTest,
} from '@atelier/contracts/operate/monitoring/alert-shapes';
import { mostAlertRules } from '@atelier/contracts/operate/monitoring/alerts';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import { findUserId } from '../../../../../kernel/context/actor.ts';
import { checkRevision } from '../../../../../kernel/context/check-revision.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { MailError } from '../../../../../kernel/mail/mail.ts';
import { tenantMembers } from '../../../../account/tenancy/index.ts';
import { readSpend } from '../../../../money/billing/index.ts';
import { findSubjectName } from '../../service/find-subjects.ts';
import type { RuleRow } from '../../tables.ts';
import { alertMail, type Told } from '../mails.ts';
import { measure } from '../measure.ts';
import { alertRepository, ruleRepository } from '../repository.ts';
import { callWebhook, newWebhookSecret } from '../webhook.ts';
import { findRule, listRules, maySee, readRule, subjectNameFor } from './read-rules.ts';

/** Throws `alerts.subject_not_found` and `alerts.spend_not_allowed`. */
const checkSubject = async (tx: TxCtx, rule: AlertRuleInput): Promise<void> => {
  if (!maySee(tx, rule)) fail('alerts.spend_not_allowed');
  if (rule.subjectKind === 'COMPANY' || rule.subjectId === null) return;
  if ((await findSubjectName(tx, rule.subjectKind, rule.subjectId)) === undefined)
    fail('alerts.subject_not_found');
};

/** Adds a rule. Throws `alerts.too_many_rules`, `alerts.subject_not_found` and `alerts.spend_not_allowed`. */
export const createRule = (ctx: AnyCtx, input: AlertRuleInput) =>
  ctx.tx(async (tx) => {
    await checkSubject(tx, input);
    if ((await ruleRepository.list(tx.db)).length >= mostAlertRules) fail('alerts.too_many_rules');
    const secret = input.webhookUrl === null ? undefined : newWebhookSecret(tx);
    const row = await ruleRepository.insert(tx.db, {
      ...input,
      id: newId('alr'),
      authorId: findUserId(tx),
      webhookSecret: secret?.stored ?? null,
    });
    await tx.audit('alerts.rule_created', row.id, { name: row.name });
    return { ...(await readRule(tx, row)), webhookSecret: secret?.shown ?? null };
  });

/** Throws `alerts.rule_not_found`, `alerts.changed_meanwhile`, `alerts.subject_not_found` and `alerts.spend_not_allowed`. */
export const changeRule = (ctx: AnyCtx, id: string, { revision, ...input }: AlertRuleChange) =>
  ctx.tx(async (tx) => {
    const newest = async () => readRule(tx, await findRule(tx, id));
    await checkRevision(tx, 'alerts.changed_meanwhile', { id, revision, newest });
    const before = await findRule(tx, id);
    await checkSubject(tx, input);
    const isSameWebhook = input.webhookUrl === before.webhookUrl;
    const secret = isSameWebhook || input.webhookUrl === null ? undefined : newWebhookSecret(tx);
    const webhookSecret = isSameWebhook ? before.webhookSecret : (secret?.stored ?? null);
    const changed = await ruleRepository.change(tx.db, id, { ...input, webhookSecret });
    // Alerts of the changed rule begin anew.
    await alertRepository.resolveAlerts(tx.db, id, tx.now());
    await tx.audit('alerts.rule_changed', id, { name: input.name, enabled: input.enabled });
    return {
      ...(await readRule(tx, changed ?? fail('alerts.rule_not_found'))),
      webhookSecret: secret?.shown ?? null,
    };
  });

/** Deletes a rule; its alerts stay in the history. Throws `alerts.rule_not_found`. */
export const removeRule = (ctx: AnyCtx, id: string): Promise<{ done: true }> =>
  ctx.tx(async (tx) => {
    const { name } = await findRule(tx, id);
    await alertRepository.resolveAlerts(tx.db, id, tx.now());
    await ruleRepository.remove(tx.db, id);
    await tx.audit('alerts.rule_deleted', id, { name });
    return { done: true };
  });

const daysOfAverage = 30;
const dayMs = 86_400_000;
const leastDailySpend = 100;
const timesAverage = 3;

const company: Omit<AlertRuleInput, 'name' | 'metric' | 'threshold'> = {
  ...{ subjectKind: 'COMPANY', subjectId: null, hours: 24, least: 0, quietMinutes: 240 },
  ...{ mail: 'ADMINS', webhookUrl: null, enabled: true },
};

/** The rules of one click. A day's spend is unusual at three times the mean of the last 30 days. */
const usualRules = async (tx: TxCtx): Promise<AlertRuleInput[]> => {
  const until = tx.now();
  const from = new Date(until.getTime() - daysOfAverage * dayMs);
  const mean = (await readSpend(tx, { from, until })) / daysOfAverage;
  const spend = Math.max(leastDailySpend, Math.ceil(timesAverage * mean));
  return [
    {
      ...{ ...company, name: 'Many unanswered questions', metric: 'UNANSWERED_PERCENT' },
      ...{ threshold: 30, least: 20 },
    },
    { ...company, name: 'Several dislikes', metric: 'DISLIKES', threshold: 5 },
    { ...company, name: 'Failed answers and runs', metric: 'FAILURES', threshold: 5, hours: 1 },
    { ...company, name: 'Failed imports', metric: 'FAILED_IMPORTS', threshold: 5, hours: 1 },
    { ...company, name: 'Unusual spend in a day', metric: 'CREDITS', threshold: spend },
    { ...company, name: 'Slow answers', metric: 'SLOW_SECONDS', threshold: 30, hours: 1, least: 20 },
  ];
};

/** Adds the usual rules, except those on figures that a rule of the whole company watches already. Throws `alerts.too_many_rules`. */
export const createUsualRules = (ctx: AnyCtx) =>
  ctx.tx(async (tx) => {
    const watched = new Set(
      (await ruleRepository.list(tx.db))
        .filter(({ subjectKind }) => subjectKind === 'COMPANY')
        .map(({ metric }) => metric),
    );
    const missing = (await usualRules(tx)).filter((rule) => !watched.has(rule.metric) && maySee(tx, rule));
    for (const rule of missing) await createRule(tx, rule);
    await tx.audit('alerts.usual_rules_added', tx.tenantId, { rules: missing.length });
    return { ...(await listRules(tx)), added: missing.length };
  });

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

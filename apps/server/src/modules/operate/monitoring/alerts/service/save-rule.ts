import type { AlertRuleChange, AlertRuleInput } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { mostAlertRules } from '@atelier/contracts/operate/monitoring/alerts';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import { findUserId } from '../../../../../kernel/context/actor.ts';
import { checkRevision } from '../../../../../kernel/context/check-revision.ts';
import type { AnyCtx, TxCtx } from '../../../../../kernel/context/context.ts';
import { findSubjectName } from '../../service/find-subjects.ts';
import { alertRepository } from '../repository/alerts.ts';
import { ruleRepository } from '../repository/rules.ts';
import { newWebhookSecret } from '../webhook.ts';
import { findRule, maySee, readRule } from './read-rules.ts';

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

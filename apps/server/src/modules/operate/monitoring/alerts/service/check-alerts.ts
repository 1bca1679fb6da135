import { z } from 'zod';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { defineJob } from '../../../../../kernel/context/define-job.ts';
import type { Services } from '../../../../../kernel/services/services.ts';
import { tenantMembers } from '../../../../account/tenancy/index.ts';
import type { AlertRow, MessageRow, RuleRow } from '../../tables.ts';
import { measure } from '../measure.ts';
import { alertRepository, messageRepository, ruleRepository } from '../repository.ts';
import { deliverJob } from './deliver-message.ts';
import { subjectNameFor } from './read-rules.ts';

/** The next state of a rule after it was measured. */
type Verdict = 'BEGIN' | 'BEGIN_QUIETLY' | 'TELL' | 'RESOLVE' | 'NOTHING';

interface Judged {
  /** Null where too little happened to tell; then an open alert is over. */
  value: number | null;
  threshold: number;
  /** The open alert of the rule, and whether its beginning was reported. */
  open: { told: boolean } | undefined;
  /** When the beginning of an alert of the rule was last reported. */
  toldAt: Date | null;
  quietMinutes: number;
  now: Date;
}

/**
 * Decides about a rule. An alert that lasts is reported once. One that begins in the quiet period after such a report is reported only if it
 * outlasts the period.
 */
export const judge = ({ value, threshold, open, toldAt, quietMinutes, now }: Judged): Verdict => {
  const isOver = value !== null && value >= threshold;
  if (!isOver) return open ? 'RESOLVE' : 'NOTHING';
  const isQuiet = toldAt !== null && now.getTime() < toldAt.getTime() + quietMinutes * 60_000;
  if (!open) return isQuiet ? 'BEGIN_QUIETLY' : 'BEGIN';
  return open.told || isQuiet ? 'NOTHING' : 'TELL';
};

/** Ordered for each company with a rule by the chore, which one process runs (order_alert_checks.sql names this job). */
export const checkJob = defineJob({ name: 'monitoring.check-alerts', input: z.object({}) });

export const orderChecks = async ({ identityPool }: Services): Promise<void> => {
  await identityPool.query('select atelier.order_alert_checks()');
};

/** Returns the members who get a mail about a rule. An author who left gets none. */
const listRecipients = async (tx: TxCtx, { mail, authorId }: RuleRow): Promise<string[]> => {
  if (mail === 'NOBODY' || (mail === 'AUTHOR' && authorId === null)) return [];
  const members = await tenantMembers.list(
    tx,
    mail === 'ADMINS' ? { roles: ['OWNER', 'ADMIN'] } : { userIds: [authorId ?? ''] },
  );
  return members.map(({ userId }) => userId);
};

const tell = async (
  tx: TxCtx,
  { rule, alertId, event }: { rule: RuleRow; alertId: string; event: MessageRow['event'] },
): Promise<void> => {
  const mails = (await listRecipients(tx, rule)).map((userId) => ({ channel: 'MAIL' as const, userId }));
  const calls = rule.webhookUrl === null ? [] : [{ channel: 'WEBHOOK' as const, userId: null }];
  const messages = [...mails, ...calls].map((each) => ({ ...each, id: newId('alm'), alertId, event }));
  await messageRepository.insert(tx.db, messages);
  for (const { id } of messages)
    await tx.enqueue(deliverJob, { messageId: id }, { key: `${deliverJob.name}:${id}` });
};

const tellBeginning = async (tx: TxCtx, rule: RuleRow, alertId: string): Promise<void> => {
  await tell(tx, { rule, alertId, event: 'BEGAN' });
  await ruleRepository.change(tx.db, rule.id, { toldAt: tx.now() });
};

const begin = async (tx: TxCtx, rule: RuleRow, { value, told }: { value: number; told: boolean }) => {
  const { id: ruleId, name: ruleName, subjectKind, subjectId, metric, threshold, hours } = rule;
  const { id } = await alertRepository.insert(tx.db, {
    ...{ id: newId('alt'), ruleId, ruleName, subjectKind, subjectId, metric, threshold, hours, value, told },
    subjectName: await subjectNameFor(tx, rule),
    beganAt: tx.now(),
  });
  if (told) await tellBeginning(tx, rule, id);
};

const check = async (tx: TxCtx, rule: RuleRow, open: AlertRow | undefined): Promise<void> => {
  const value = await measure(tx, rule);
  const { threshold, toldAt, quietMinutes } = rule;
  const verdict = judge({ value, threshold, open, toldAt, quietMinutes, now: tx.now() });
  if (verdict === 'BEGIN' || verdict === 'BEGIN_QUIETLY')
    await begin(tx, rule, { value: value ?? 0, told: verdict === 'BEGIN' });
  if (!open) return;
  if (verdict === 'TELL') {
    await alertRepository.markTold(tx.db, open.id);
    await tellBeginning(tx, rule, open.id);
  }
  if (verdict === 'RESOLVE') {
    await alertRepository.resolve(tx.db, open.id, tx.now());
    if (open.told) await tell(tx, { rule, alertId: open.id, event: 'RESOLVED' });
  }
};

/** Measures every rule of the company that is on, in one transaction, and orders the messages. */
export const checkAlerts = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    const rules = await ruleRepository.lockEnabled(tx.db);
    const open = new Map((await alertRepository.listOpen(tx.db)).map((alert) => [alert.ruleId, alert]));
    for (const rule of rules) await check(tx, rule, open.get(rule.id));
  });

import type { Alert, AlertRule } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { revisionFrom } from '../../../../kernel/base/revision-from.ts';
import type { AlertRow, MessageRow, RuleRow } from '../tables.ts';

interface Around {
  subjectName: string | null;
  authorName: string | null;
  value: number | null;
  isOpen: boolean;
}

/** The part of a rule that its form saves. */
const ruleRevision = (row: RuleRow): number => {
  const { name, subjectKind, subjectId, metric, threshold, hours, least, quietMinutes } = row;
  const { mail, webhookUrl, enabled } = row;
  return revisionFrom([
    ...[name, subjectKind, subjectId, metric, threshold, hours, least, quietMinutes],
    ...[mail, webhookUrl, enabled],
  ]);
};

export const presentRule = (row: RuleRow, around: Around): AlertRule => ({
  ruleId: row.id,
  revision: ruleRevision(row),
  name: row.name,
  subjectKind: row.subjectKind,
  subjectId: row.subjectId,
  metric: row.metric,
  threshold: row.threshold,
  hours: row.hours,
  least: row.least,
  quietMinutes: row.quietMinutes,
  mail: row.mail,
  webhookUrl: row.webhookUrl,
  enabled: row.enabled,
  createdAt: row.createdAt.toISOString(),
  ...around,
});

export const presentAlert = (
  row: AlertRow,
  messages: readonly MessageRow[],
  names: ReadonlyMap<string, string>,
): Alert => ({
  alertId: row.id,
  ruleId: row.ruleId,
  ruleName: row.ruleName,
  subjectKind: row.subjectKind,
  subjectId: row.subjectId,
  subjectName: row.subjectName,
  metric: row.metric,
  threshold: row.threshold,
  hours: row.hours,
  value: row.value,
  beganAt: row.beganAt.toISOString(),
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
  messages: messages.map(({ event, channel, userId, state, problem }) => ({
    event,
    channel,
    to: userId === null ? null : (names.get(userId) ?? null),
    state,
    problem,
  })),
});

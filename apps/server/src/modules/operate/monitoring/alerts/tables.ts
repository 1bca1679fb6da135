import type {
  AlertMail,
  AlertMetric,
  AlertSubjectKind,
} from '@atelier/contracts/operate/monitoring/alert-shapes';
import { boolean, doublePrecision, integer, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../../kernel/db/tenant-table.ts';

const watched = {
  subjectKind: text('subject_kind').$type<AlertSubjectKind>().notNull(),
  subjectId: text('subject_id'),
  metric: text('metric').$type<AlertMetric>().notNull(),
  threshold: doublePrecision('threshold').notNull(),
  hours: integer('hours').notNull(),
};

export const alertRules = tenantTable('alert_rules', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  ...watched,
  least: integer('least').notNull(),
  quietMinutes: integer('quiet_minutes').notNull(),
  mail: text('mail').$type<AlertMail>().notNull(),
  webhookUrl: text('webhook_url'),
  webhookSecret: text('webhook_secret'),
  enabled: boolean('enabled').notNull(),
  authorId: text('author_id'),
  /** When the beginning of an alert was last reported. */
  toldAt: moment('told_at'),
  createdAt: createdAt(),
});
export type RuleRow = typeof alertRules.$inferSelect;

export const alerts = tenantTable('alerts', {
  id: text('id').notNull(),
  ruleId: text('rule_id').notNull(),
  ruleName: text('rule_name').notNull(),
  ...watched,
  subjectName: text('subject_name'),
  value: doublePrecision('value').notNull(),
  told: boolean('told').notNull(),
  beganAt: moment('began_at').notNull(),
  resolvedAt: moment('resolved_at'),
});
export type AlertRow = typeof alerts.$inferSelect;

export const alertMessages = tenantTable('alert_messages', {
  id: text('id').notNull(),
  alertId: text('alert_id').notNull(),
  event: text('event').$type<'BEGAN' | 'RESOLVED'>().notNull(),
  channel: text('channel').$type<'MAIL' | 'WEBHOOK'>().notNull(),
  userId: text('user_id'),
  state: text('state').$type<'WAITING' | 'SENT' | 'FAILED'>().notNull().default('WAITING'),
  attempts: integer('attempts').notNull().default(0),
  problem: text('problem'),
  createdAt: createdAt(),
  sentAt: moment('sent_at'),
});
export type MessageRow = typeof alertMessages.$inferSelect;

import type {
  AlertMail,
  AlertMetric,
  AlertSubjectKind,
} from '@atelier/contracts/operate/monitoring/alert-shapes';
import type { MonitorKind } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { boolean, doublePrecision, integer, pgView, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

/** The subjects of figures. Those of a knowledge base are its failed imports. */
export type FigureKind = MonitorKind | 'KNOWLEDGE_BASE';

/** The figures of the hours, with what is not added to them yet. It has a column for each of `countedFigures`. */
export const monitorFigures = pgView('monitor_figures', {
  kind: text('kind').$type<FigureKind>().notNull(),
  subjectId: text('subject_id').notNull(),
  hour: moment('hour').notNull(),
  asked: integer('asked').notNull(),
}).existing();

/** The apps whose monitoring somebody stopped or started again. All others are monitored since they were made. */
export const monitoredApps = tenantTable('monitored_apps', {
  appId: text('app_id').notNull(),
  startedAt: moment('started_at').notNull().defaultNow(),
  /** Null for an app that is monitored. */
  stoppedAt: moment('stopped_at'),
  startedBy: text('started_by'),
  /** The questions of the hour of the start that were asked before it. */
  askedBefore: integer('asked_before').notNull().default(0),
});

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

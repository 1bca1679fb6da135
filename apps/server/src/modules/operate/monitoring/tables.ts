import type { MonitorKind } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { bigint, integer, numeric, pgView, text } from 'drizzle-orm/pg-core';
import { moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

const count = (name: string) => integer(name).notNull();

/** The subjects of figures. Those of a knowledge base are its failed imports. */
export type FigureKind = MonitorKind | 'KNOWLEDGE_BASE';

/** The figures of the hours, with what is not added to them yet. */
export const monitorFigures = pgView('monitor_figures', {
  kind: text('kind').$type<FigureKind>().notNull(),
  subjectId: text('subject_id').notNull(),
  hour: moment('hour').notNull(),
  asked: count('asked'),
  answered: count('answered'),
  unanswered: count('unanswered'),
  blocked: count('blocked'),
  failed: count('failed'),
  stopped: count('stopped'),
  likes: count('likes'),
  dislikes: count('dislikes'),
  cited: count('cited'),
  sources: count('sources'),
  credits: numeric('credits', { precision: 20, scale: 6, mode: 'number' }).notNull(),
  inputTokens: bigint('input_tokens', { mode: 'number' }).notNull(),
  outputTokens: bigint('output_tokens', { mode: 'number' }).notNull(),
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

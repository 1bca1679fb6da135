import { z } from 'zod';
import { listSettings, setting } from '../../kernel/settings.ts';
import { lookupId, Timestamp, tenantQuery } from '../../kernel/shapes.ts';

/** The kinds of things that the monitor counts: apps by their questions, and the others by their runs. */
export const MonitorKind = z.enum(['APP', 'AGENT', 'CREW', 'FLOW', 'WORKER']);
export type MonitorKind = z.infer<typeof MonitorKind>;

/** The states of the monitoring of an app (MONITOR-02). It is active once a question was counted since it was started. */
export const MonitorState = z.enum(['NOT_STARTED', 'BEING_MONITORED', 'ALREADY_ACTIVE']);
export type MonitorState = z.infer<typeof MonitorState>;

const count = z.number().int();

/** The figures that are counted, each in a column of its name in the database. The described ones are columns of the table of the monitor. */
const Counts = z.object({
  /** Questions to an app, or runs of the others, that have ended. */
  asked: count,
  /** Questions with an answer, or completed runs. */
  answered: count,
  /** Questions for which nothing was found. */
  unanswered: count,
  /** Questions that a guardrail held back. */
  blocked: count,
  failed: setting(count, {}),
  /** Stopped by the reader, or cancelled. */
  stopped: count,
  likes: count,
  dislikes: count,
  /** Answers with at least one source. */
  cited: count,
  /** The sources of all answers. */
  sources: count,
  credits: setting(z.number(), {}),
  inputTokens: count,
  outputTokens: count,
});
export type CountedFigure = keyof z.infer<typeof Counts>;
export const countedFigures = Object.keys(Counts.shape) as CountedFigure[];
/** The figures that the table of the monitor shows as they are counted. */
export const listedFigures = listSettings(Counts).map(({ path, label }) => ({
  figure: path as CountedFigure,
  label,
}));

export const MonitorFigures = Counts.extend({
  /** The time that half of the completed answers or runs took at most, estimated from a histogram; null where there is none. */
  medianMs: count.nullable(),
  /** The time that 19 of 20 took at most. */
  slowMs: count.nullable(),
});
export type MonitorFigures = z.infer<typeof MonitorFigures>;

/** One app, agent, crew, flow or worker with the figures of a period. */
export const MonitorSubject = MonitorFigures.extend({
  subjectId: z.string(),
  name: z.string(),
  /** Null for what is always monitored: agents, crews, flows and workers. */
  state: MonitorState.nullable(),
  startedAt: Timestamp.nullable(),
});
export type MonitorSubject = z.infer<typeof MonitorSubject>;

export const MonitorPoint = MonitorFigures.extend({
  /** The beginning of the hour or the day. */
  at: Timestamp,
});
export type MonitorPoint = z.infer<typeof MonitorPoint>;

/** Unanswered questions that share their words. */
export const MonitorTopic = z.object({
  /** The words that most of the questions share. */
  title: z.string(),
  /** The number of the latest unanswered questions that belong to it. */
  questions: count,
  /** The latest of them, newest first. */
  latest: z.array(
    z.object({ queryId: z.string(), question: z.string(), appId: z.string(), askedAt: Timestamp }),
  ),
});
export type MonitorTopic = z.infer<typeof MonitorTopic>;

const mostDays = 366;
const dayMs = 86_400_000;

/** Days in UTC, both inclusive. Left out, the period is the last 30 days. */
export const periodQuery = { ...tenantQuery, from: z.iso.date().optional(), to: z.iso.date().optional() };

export const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined ||
  to === undefined ||
  (from <= to && (Date.parse(to) - Date.parse(from)) / dayMs < mostDays);

export const periodRefusal = {
  path: ['to'],
  message: `Please choose at most ${mostDays} days that end after they begin`,
};

export const period = { from: z.iso.date(), to: z.iso.date() };

export const subjectQuery = {
  ...periodQuery,
  kind: MonitorKind.default('APP'),
  subjectId: lookupId.optional(),
};

import { z } from 'zod';
import { FieldValues } from '../../fields/fields.ts';
import { defineContract } from '../../kernel/contract.ts';
import { pageQuery, pageSchemaFor, Timestamp, tenantQuery } from '../../kernel/shapes.ts';

/** SCHEDULE: starts runs at fixed times. POLLING: looks at a source, and starts a run for each new entry. */
const ScheduleKind = z.enum(['SCHEDULE', 'POLLING']);

/** A trigger of a published flow that is on, and that the clock fires. */
export const Schedule = z.object({
  flowId: z.string(),
  flowName: z.string(),
  /** The name of the trigger in the flow, and what it is called. */
  trigger: z.string(),
  title: z.string(),
  kind: ScheduleKind,
  /** The schedule as a cron expression with its time zone; null where a source is looked at. */
  cron: z.string().nullable(),
  timeZone: z.string().nullable(),
  nextAt: Timestamp,
  /** Why the last look at the source failed; null when all is well. */
  failure: z.string().nullable(),
});
export type Schedule = z.infer<typeof Schedule>;

/** The next times of a schedule. */
export const ScheduleTimes = z.object({
  cron: z.string().nullable(),
  timeZone: z.string().nullable(),
  /** Five at most; none for a schedule that never fires. */
  times: z.array(Timestamp),
  /** Why the schedule cannot be read; null when it can. */
  problem: z.string().nullable(),
});
export type ScheduleTimes = z.infer<typeof ScheduleTimes>;

/** Schedules (API-12). A schedule is a trigger of a flow, and is made and changed with the flow. */
export const scheduler = defineContract({
  name: 'scheduler',
  errors: {},
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/scheduler/schedules',
      summary: 'List what the clock starts next, the nearest first',
      access: { allow: 'flows:read' },
      query: z.object({ ...tenantQuery, ...pageQuery, kind: ScheduleKind.optional() }),
      reply: pageSchemaFor(Schedule),
    },
    times: {
      method: 'POST',
      path: '/api/scheduler/times',
      summary: 'Compute the next times of a schedule that need not be saved',
      access: { allow: 'flows:read' },
      body: z.object({
        ...tenantQuery,
        /** A trigger of the piece `schedule`, with its input. */
        triggerName: z.string().max(100),
        input: FieldValues,
      }),
      unaudited: 'It changes nothing.',
      reply: ScheduleTimes,
    },
  },
});

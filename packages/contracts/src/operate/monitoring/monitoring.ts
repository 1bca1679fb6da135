import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, Timestamp, tenantQuery, text } from '../../kernel/shapes.ts';
import {
  isPeriod,
  MonitorFigures,
  MonitorKind,
  MonitorPoint,
  MonitorState,
  MonitorSubject,
  MonitorTopic,
  period,
  periodQuery,
  periodRefusal,
  subjectQuery,
} from './monitor-shapes.ts';

const read = { allow: 'monitoring:read' } as const;
const write = { allow: 'monitoring:write' } as const;

const Monitoring = z.object({ appId: z.string(), state: MonitorState, startedAt: Timestamp.nullable() });

/** The most things that one list shows. */
export const mostSubjects = 500;

/** The monitor: what happened to apps, agents, crews, flows and workers over time (MONITOR-05). */
export const monitoring = defineContract({
  name: 'monitoring',
  errors: {
    'monitoring.not_found': {
      kind: 'not_found',
      message: 'This does not exist any more, or you have no access to it. Please go back to the monitor.',
    },
  },
  endpoints: {
    subjects: {
      method: 'GET',
      path: '/api/monitoring/subjects',
      summary: 'List apps, agents, crews, flows or workers with their figures in a period',
      access: read,
      query: z
        .object({ ...periodQuery, kind: MonitorKind.default('APP'), search: text(200).optional() })
        .refine(isPeriod, periodRefusal),
      /** At most 500, those that were asked most first; `search` finds the others. */
      reply: z.object({ ...period, items: z.array(MonitorSubject), isCutOff: z.boolean() }),
    },
    dashboard: {
      method: 'GET',
      path: '/api/monitoring/dashboard',
      summary: 'Read the figures of one thing, or of all that is monitored, over time',
      access: read,
      query: z.object(subjectQuery).refine(isPeriod, periodRefusal),
      reply: z.object({
        ...period,
        /** The name of the one thing. */
        name: z.string().nullable(),
        /** A period of at most three days is shown by the hour. */
        unit: z.enum(['HOUR', 'DAY']),
        totals: MonitorFigures,
        /** Every hour or day of the period, oldest first. */
        points: z.array(MonitorPoint),
      }),
    },
    topics: {
      method: 'GET',
      path: '/api/monitoring/topics',
      summary: 'Group the latest unanswered questions of a period by topic',
      access: read,
      query: z.object({ ...periodQuery, appId: lookupId.optional() }).refine(isPeriod, periodRefusal),
      reply: z.object({
        ...period,
        topics: z.array(MonitorTopic),
        /** The number of questions that were grouped; there are earlier ones where it `isCutOff`. */
        questions: z.number().int(),
        isCutOff: z.boolean(),
      }),
    },
    state: {
      method: 'GET',
      path: '/api/monitoring/apps/:id',
      summary: 'Read whether an app is monitored (MONITOR-02)',
      access: read,
      params: z.object({ id: lookupId }),
      query: z.object(tenantQuery),
      reply: Monitoring,
    },
    start: {
      method: 'POST',
      path: '/api/monitoring/apps/:id/start',
      summary: 'Start the monitoring of an app; nothing changes when it is active already (MONITOR-01)',
      access: write,
      params: z.object({ id: lookupId }),
      reply: Monitoring,
    },
    stop: {
      method: 'POST',
      path: '/api/monitoring/apps/:id/stop',
      summary: 'Stop the monitoring of an app; its figures are kept',
      access: write,
      params: z.object({ id: lookupId }),
      reply: Monitoring,
    },
  },
});

import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { tenantQuery } from '../../kernel/shapes.ts';

const days = z.number().int().min(1).max(3650);

/** The days for which ended runs of the company are kept. Flows may have a time of their own. */
export const RunRetention = z.object({
  /** Days; null for the default. */
  days: days.nullable(),
});
export type RunRetention = z.infer<typeof RunRetention>;

const Reply = RunRetention.extend({ defaultDays: z.number().int() });

/** The time for which a company keeps its ended runs. */
export const runRetention = defineContract({
  name: 'run-retention',
  errors: {},
  endpoints: {
    get: {
      method: 'GET',
      path: '/api/monitoring/run-retention',
      summary: 'Read for how many days ended runs are kept',
      access: { allow: 'runs:read' },
      query: z.object(tenantQuery),
      reply: Reply,
    },
    removal: {
      method: 'GET',
      path: '/api/monitoring/run-retention/removal',
      summary: 'Count the runs that would be deleted if ended runs were kept for fewer days',
      access: { allow: 'tenant:write' },
      query: z.object({ ...tenantQuery, days: z.coerce.number().int().min(1).max(3650) }),
      reply: z.object({ runs: z.number().int() }),
    },
    put: {
      method: 'PUT',
      path: '/api/monitoring/run-retention',
      summary: 'Set for how many days ended runs are kept; null restores the default',
      access: { allow: 'tenant:write' },
      body: RunRetention,
      reply: Reply,
    },
  },
});

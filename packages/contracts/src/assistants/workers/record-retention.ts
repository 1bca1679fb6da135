import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, tenantQuery } from '../../kernel/shapes.ts';
import { KeepDays } from './worker-shapes.ts';

/** The days for which the company keeps records of workers that have ended; null for good. Workers may have a time of their own. */
export const RecordRetention = z.object({ days: KeepDays });
export type RecordRetention = z.infer<typeof RecordRetention>;

/** The things that are deleted with records: their files, and the rows that they appended to tables. */
export const RecordsRemoval = z.object({
  records: z.number().int(),
  files: z.number().int(),
  rows: z.number().int(),
});
export type RecordsRemoval = z.infer<typeof RecordsRemoval>;

/** The time for which a company keeps the records of its workers. */
export const recordRetention = defineContract({
  name: 'record-retention',
  errors: {
    'workers.not_found': {
      kind: 'not_found',
      message: 'This worker does not exist. It may have been deleted.',
    },
  },
  endpoints: {
    get: {
      method: 'GET',
      path: '/api/worker/record-retention',
      summary: 'Read for how many days records of workers are kept; null for good',
      access: { allow: 'agents:read' },
      query: z.object(tenantQuery),
      reply: RecordRetention,
    },
    removal: {
      method: 'GET',
      path: '/api/worker/record-retention/removal',
      summary:
        'Count what would be deleted if ended records were kept for these days: of a worker, or of all that have no time of their own',
      access: { allow: 'agents:write' },
      query: z.object({
        ...tenantQuery,
        days: z.coerce.number().int().min(1).max(3650),
        workerId: lookupId.optional(),
      }),
      reply: RecordsRemoval,
    },
    put: {
      method: 'PUT',
      path: '/api/worker/record-retention',
      summary: 'Set for how many days records of workers are kept; null keeps them for good',
      access: { allow: 'tenant:write' },
      body: RecordRetention,
      reply: RecordRetention,
    },
  },
});

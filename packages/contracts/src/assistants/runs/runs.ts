import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, pageQuery, pageSchemaFor, Timestamp, tenantQuery } from '../../kernel/shapes.ts';
import { RunDetails, RunLine, RunStatus, RunStep } from './run-shapes.ts';

const params = z.object({ runId: lookupId });
const read = { allow: 'runs:read' } as const;
const write = { allow: 'runs:write' } as const;

/** The long-running work of the server for a tenant: imports, syncs, builds. */
export const runs = defineContract({
  name: 'runs',
  alsoFails: ['run.not_found'],
  errors: {
    'runs.not_cancellable': {
      kind: 'conflict',
      message: 'This kind of run cannot be cancelled here. Please use the screen of its subject.',
    },
    'runs.not_retryable': {
      kind: 'conflict',
      message: 'This run cannot be retried: it did not fail, or another one has followed it.',
    },
    'runs.not_replayable': {
      kind: 'conflict',
      message: 'This kind of run cannot be replayed.',
    },
    'runs.input_refused': {
      kind: 'invalid',
      message: 'The input does not fit this kind of run. Please correct it and try again.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/monitoring/runs',
      summary: 'List the runs that the caller may see, newest first',
      access: read,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        kind: z.string().max(100).optional(),
        status: RunStatus.optional(),
        subjectId: lookupId.optional(),
        /** The object that contains the subject, for example a knowledge base. */
        scopeId: lookupId.optional(),
        /** The days, in UTC and inclusive, on which a run ended; one that has not ended counts with the day of its order. */
        from: z.iso.date().optional(),
        to: z.iso.date().optional(),
        /** Leaves out what nobody has to mend: tests of drafts, and runs that were ordered again. */
        toMend: z.stringbool().optional(),
        sort: z.enum(['queuedAt', 'credits']).default('queuedAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(RunLine),
    },
    kinds: {
      method: 'GET',
      path: '/api/monitoring/run-kinds',
      summary: 'List the kinds of runs, for filtering',
      access: read,
      query: z.object(tenantQuery),
      reply: z.object({ kinds: z.array(z.object({ kind: z.string(), title: z.string() })) }),
    },
    get: {
      method: 'GET',
      path: '/api/monitoring/runs/:runId',
      summary: 'Read a run with its children, stages and waits',
      access: read,
      params,
      query: z.object(tenantQuery),
      reply: RunDetails,
    },
    steps: {
      method: 'GET',
      path: '/api/monitoring/runs/:runId/steps',
      summary: 'List the recorded steps of a run, in their order',
      access: read,
      params,
      query: z.object({
        ...tenantQuery,
        after: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(200).default(100),
      }),
      /** `next` is the value of `after` for the following page. */
      reply: z.object({ steps: z.array(RunStep), next: z.number().int().nullable() }),
    },
    text: {
      method: 'GET',
      path: '/api/monitoring/runs/:runId/text',
      summary: 'Read a piece of an input or output as JSON text',
      access: read,
      params,
      query: z.object({
        ...tenantQuery,
        of: z.enum(['INPUT', 'OUTPUT', 'STEP']),
        /** The step whose output is read. */
        seq: z.coerce.number().int().min(1).optional(),
        from: z.coerce.number().int().min(0).default(0),
      }),
      /** At most 65,536 characters. `next` is the value of `from` for the following piece. */
      reply: z.object({ text: z.string(), next: z.number().int().nullable() }),
    },
    events: {
      method: 'GET',
      path: '/api/monitoring/run-events',
      summary: 'Report at most once a second that a run, or the list of runs, has changed',
      access: read,
      /** The id of a run, or `all` for the list. */
      query: z.object({ ...tenantQuery, runId: lookupId }),
      events: { changed: z.object({ at: Timestamp }) },
    },
    cancel: {
      method: 'POST',
      path: '/api/monitoring/runs/:runId/cancel',
      summary: 'Cancel a run with the child runs that it waits for',
      access: write,
      params,
      reply: RunDetails,
    },
    retry: {
      method: 'POST',
      path: '/api/monitoring/runs/:runId/retry',
      summary: 'Continue a failed or cancelled run, as a new run',
      access: write,
      params,
      reply: z.object({ runId: z.string() }),
    },
    replay: {
      method: 'POST',
      path: '/api/monitoring/runs/:runId/replay',
      summary: 'Replay a finished run from one of its steps, as a new run',
      access: write,
      params,
      body: z.object({
        fromStep: z.number().int().min(1),
        /** Without a new input, the run keeps its own. */
        input: z.unknown().optional(),
      }),
      reply: z.object({ runId: z.string() }),
    },
  },
});

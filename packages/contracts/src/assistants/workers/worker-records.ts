import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { fileOrRange, fileReplyFor, rangeHeader } from '../../kernel/raw-replies.ts';
import { RunCause } from '../../kernel/run-parts.ts';
import { lookupId, pageQuery, pageSchemaFor, tenantQuery, text } from '../../kernel/shapes.ts';
import { FeedbackReason, FeedbackStatus, Verdict } from '../chat/feedback.ts';
import { ShownFile } from '../chat/shown-file.ts';
import {
  OutputAction,
  OutputLogItem,
  RecordActivity,
  RecordEnding,
  RecordFeedback,
  RecordLine,
  RecordStage,
  RecordStatus,
  WorkerRecord,
} from './record-shapes.ts';
import { recordErrors } from './worker-errors.ts';
import { RecordCounts, workerParams } from './worker-shapes.ts';

const read = { allow: 'agents:read' } as const;
const operate = { allow: 'feedback:write' } as const;
const open = {
  public:
    'The unguessable id of a visitor’s record is the permission to read it; every other record requires a session or an API key.',
} as const;
const ownTenant = z.object(tenantQuery);
const recordParams = z.object({ id: lookupId });

/** The records of a worker over time. */
export const WorkerReport = z.object({
  workerId: z.string(),
  records: RecordCounts,
  /** Milliseconds from the beginning until the end of the records that have ended; null without any. */
  meanMs: z.number().nullable(),
  credits: z.number(),
  /** Days in UTC, oldest first; those without records are left out. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      total: z.number().int(),
      completed: z.number().int(),
      errored: z.number().int(),
      failed: z.number().int(),
    }),
  ),
  inputs: z.array(z.object({ kind: z.string(), total: z.number().int() })),
  feedback: z.object({ likes: z.number().int(), dislikes: z.number().int() }),
  /** The most frequent failures. */
  causes: z.array(z.object({ cause: RunCause, total: z.number().int() })),
  /** The tables to which results were appended, each with its CSV file. */
  tables: z.array(z.object({ name: z.string(), rows: z.number().int(), url: z.string() })),
});
export type WorkerReport = z.infer<typeof WorkerReport>;

export const workerRecords = defineContract({
  name: 'worker-records',
  alsoFails: ['billing.credits_too_low', 'models.upstream_unavailable', 'workers.not_found'],
  errors: recordErrors,
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/worker/records',
      summary: 'List the records of a worker, or of all workers',
      access: read,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        workerId: lookupId.optional(),
        status: RecordStatus.optional(),
        stage: RecordStage.optional(),
        /** Only records that a person ended in this way. */
        ending: RecordEnding.optional(),
        sort: z.enum(['name', 'status', 'createdAt']).default('createdAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(RecordLine),
    },
    get: {
      method: 'GET',
      path: '/api/worker/record/:id',
      summary: 'Read a record (RECORD-21)',
      access: open,
      params: recordParams,
      query: ownTenant,
      reply: WorkerRecord,
    },
    logs: {
      method: 'GET',
      path: '/api/worker/record-logs/:id',
      summary: 'Read the logs of a record: what was done with it, and its output log (RECORD-22)',
      access: open,
      params: recordParams,
      query: ownTenant,
      reply: z.object({ activities: z.array(RecordActivity), output: z.array(OutputLogItem) }),
    },
    report: {
      method: 'GET',
      path: '/api/worker/reports/:id',
      summary: 'Read the reports of a worker (RECORD-20)',
      access: read,
      params: workerParams,
      query: z.object({ ...tenantQuery, days: z.coerce.number().int().min(1).max(365).default(30) }),
      reply: WorkerReport,
    },
    table: {
      method: 'GET',
      path: '/api/worker/workers/:id/tables/:name',
      summary: 'Read a table to which results were appended, as CSV',
      access: read,
      params: workerParams.extend({ name: z.string().min(1).max(100) }),
      query: ownTenant,
      raw: true,
      sends: fileReplyFor('text/csv'),
    },
    file: {
      method: 'GET',
      path: '/api/worker/record/:id/files/:fileId',
      summary: 'Read a file of a record',
      access: open,
      params: recordParams.extend({ fileId: lookupId }),
      query: ownTenant,
      raw: true,
      sends: fileOrRange,
      headers: rangeHeader,
    },
    showFile: {
      method: 'GET',
      path: '/api/worker/record/:id/files/:fileId/shown',
      summary: 'Read how a file of a record is shown: by itself, or by its text',
      access: read,
      params: recordParams.extend({ fileId: lookupId }),
      query: z.object({
        ...tenantQuery,
        /** TEXT reads the text also of what is shown by itself. */
        as: z.enum(['FILE', 'TEXT']).default('FILE'),
      }),
      reply: ShownFile,
    },
    retry: {
      method: 'POST',
      path: '/api/worker/retry-failed-activity',
      summary: 'Have the failed activity of a record done again (RECORD-23)',
      access: operate,
      body: z.object({ ...tenantQuery, recordId: lookupId }),
      reply: WorkerRecord,
    },
    cancel: {
      method: 'POST',
      path: '/api/worker/cancel-record',
      summary: 'End the work on a record',
      access: operate,
      body: z.object({ ...tenantQuery, recordId: lookupId }),
      reply: WorkerRecord,
    },
    handleOutputAction: {
      method: 'POST',
      path: '/api/worker/handle-output-action',
      summary: 'Approve the result of a record, reject it, or have it done again (RECORD-24)',
      access: operate,
      largeBody: { bytes: 512 * 1024, why: 'A result may be corrected before it is delivered.' },
      body: z.object({
        ...tenantQuery,
        recordId: lookupId,
        action: OutputAction,
        /** APPROVE: the text in the place of the result. For a result with fields, a JSON object with its fields. */
        output: text(200_000).optional(),
        /** The wish for a different result, for REDO, or the reason, for REJECT. */
        comment: text(2000).default(''),
      }),
      reply: WorkerRecord,
    },
    feedback: {
      method: 'PUT',
      path: '/api/worker/feedback/:id',
      summary: 'Say what the result of a record is worth (RECORD-25)',
      access: operate,
      params: recordParams,
      body: z.object({
        ...tenantQuery,
        verdict: Verdict,
        /** Only a dislike has a reason. */
        reason: FeedbackReason.optional(),
        text: text(2000).optional(),
        status: FeedbackStatus.optional(),
      }),
      /** Null after NONE, which takes it back. */
      reply: z.object({ feedback: RecordFeedback.nullable() }),
    },
    events: {
      method: 'GET',
      path: '/api/worker/workers/:id/events',
      summary: 'Watch a worker: an event at once, and again whenever one of its records changes',
      access: read,
      params: workerParams,
      query: ownTenant,
      events: { changed: z.object({ at: z.iso.datetime() }) },
    },
  },
});

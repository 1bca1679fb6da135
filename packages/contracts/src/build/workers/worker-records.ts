import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, pageOf, pageQuery, tenantQuery, text } from '../../kernel/shapes.ts';
import { RecordLine, RecordStage, RecordStatus, WorkerRecord } from './record-shapes.ts';
import { recordErrors } from './worker-errors.ts';

const read = { allow: 'agents:read' } as const;
const open = {
  public:
    'A public worker needs no account; every other one requires a session or an API key of its company.',
} as const;

/** The longest text that a worker takes as an input. */
export const longestInput = 200_000;

/** What is triggered: a text, or values by name, which are handed on as JSON. The present date and time are added (WORKER-06, WORKER-07). */
const Trigger = z.object({
  ...tenantQuery,
  input: z.union([text(longestInput), z.record(z.string().max(200), z.json())]),
  /** The name of the record; by default the beginning of the input. */
  name: text(200).optional(),
  /** The same key starts one record only, however often it is sent. */
  idempotencyKey: text(200).optional(),
  /** In UTC; the present ones unless they are given. */
  currentDate: z.iso.date().optional(),
  currentTime: z.iso.time({ precision: 0 }).optional(),
});

/** `recordId` is an unguessable id, with which a visitor of a public worker reads the record and its logs without an account. */
const Triggered = z.object({
  recordId: z.string(),
  status: RecordStatus,
  currentDate: z.string(),
  currentTime: z.string(),
});

export const workerRecords = defineContract({
  name: 'worker-records',
  errors: recordErrors,
  endpoints: {
    trigger: {
      method: 'POST',
      path: '/api/worker/trigger-worker',
      summary: 'Give a worker something to work on; the present date and time are added (WORKER-17)',
      access: open,
      rate: 'chat',
      largeBody: { bytes: 1024 * 1024, why: 'An input carries the text of documents.' },
      body: Trigger.extend({ workerId: lookupId }),
      reply: Triggered,
    },
    list: {
      method: 'GET',
      path: '/api/worker/records',
      summary: 'List the records of a worker, or of all workers, newest first',
      access: read,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        workerId: lookupId.optional(),
        status: RecordStatus.optional(),
        stage: RecordStage.optional(),
      }),
      reply: pageOf(RecordLine),
    },
    get: {
      method: 'GET',
      path: '/api/worker/record/:id',
      summary: 'Read a record (RECORD-21)',
      access: open,
      params: z.object({ id: lookupId }),
      query: z.object(tenantQuery),
      reply: WorkerRecord,
    },
  },
});

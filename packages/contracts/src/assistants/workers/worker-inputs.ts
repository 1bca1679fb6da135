import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Json } from '../../kernel/json.ts';
import { buildEnvelopeSchema, fileBytes } from '../../kernel/raw-replies.ts';
import { lookupId, tenantQuery, text } from '../../kernel/shapes.ts';
import { RecordStatus } from './record-shapes.ts';
import { inputErrors } from './worker-errors.ts';
import { workerParams } from './worker-shapes.ts';

const open = {
  public:
    'A public worker needs no account; every other one requires a session or an API key of its company.',
} as const;

/** The longest text that a worker takes as an input. */
export const longestInput = 200_000;
/** The most files of one upload. */
export const mostUploads = 20;
/** The most bytes that a webhook takes, besides files. */
export const webhookBytes = 25 * 1024 * 1024;

/** The payload of a trigger: a text, or values by name, which are handed on as JSON. The present date and time are added (WORKER-06, WORKER-07). */
const Trigger = z.object({
  ...tenantQuery,
  input: z.union([text(longestInput), z.record(z.string().max(200), Json)]),
  /** The name of the record; by default the beginning of the input. */
  name: text(200).optional(),
  /** The same key starts one record only, however often it is sent. */
  idempotencyKey: text(200).optional(),
  /** In UTC; the present ones unless they are given. */
  currentDate: z.iso.date().optional(),
  currentTime: z.iso.time({ precision: 0 }).optional(),
});

/** `recordId` is an unguessable id, with which a visitor of a public worker reads the record and its logs without an account. */
export const Triggered = z.object({
  recordId: z.string(),
  name: z.string(),
  status: RecordStatus,
  currentDate: z.string(),
  currentTime: z.string(),
});
export type Triggered = z.infer<typeof Triggered>;

/** The result of an upload: a record of each file, and the files that were refused, with the reason. */
export const Uploaded = z.object({
  records: z.array(Triggered),
  refused: z.array(z.object({ name: z.string(), message: z.string() })),
});
export type Uploaded = z.infer<typeof Uploaded>;

/** The calls that give workers something to work on. */
export const workerInputs = defineContract({
  name: 'worker-inputs',
  alsoFails: ['billing.credits_too_low', 'workers.not_found'],
  errors: inputErrors,
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
    triggerAgent: {
      method: 'POST',
      path: '/api/worker/agent-trigger',
      summary: 'Give an agent or a crew something to work on, through the worker that runs it (WORKER-18)',
      access: open,
      rate: 'chat',
      largeBody: { bytes: 1024 * 1024, why: 'An input carries the text of documents.' },
      /** The id of an agent, a crew or a worker. Of several workers that run it, the one that was deployed first gets the input. */
      body: Trigger.extend({ agentId: lookupId }),
      reply: Triggered,
    },
    upload: {
      method: 'POST',
      path: '/api/worker/upload',
      summary:
        'Give a worker files, each of which becomes a record (WORKER-19). The form has the field workerId, before the files, and may have input, which is told about each',
      access: open,
      rate: 'chat',
      multipart: true,
      form: z.object({
        workerId: lookupId,
        input: z.string().optional(),
        files: z.array(fileBytes),
      }),
      reply: Uploaded,
    },
    populateSampleData: {
      method: 'POST',
      path: '/api/worker/workers/:id/populate-sample-data',
      summary: 'Let a worker work on its sample data (WORKER-20)',
      access: { allow: 'agents:read' },
      params: workerParams,
      reply: z.object({ records: z.array(Triggered) }),
    },
    webhook: {
      method: 'POST',
      path: '/api/worker/webhooks/:token',
      summary:
        'Give a worker a request of any body, or files; answers 202 with its records. The header Idempotency-Key makes one record of several equal requests',
      access: { public: 'The unguessable path of the webhook is the permission to send something.' },
      params: z.object({ token: lookupId }),
      streamedBody: true,
      multipart: true,
      raw: true,
      form: z.object({ files: z.array(fileBytes) }),
      headers: { 'idempotency-key': 'Of several requests with the same key, only one makes records.' },
      sends: {
        202: { says: 'The records.', content: { 'application/json': buildEnvelopeSchema(202, Uploaded) } },
      },
      largeBody: { bytes: webhookBytes, why: 'Other services send whole records.' },
      reply: Uploaded,
    },
  },
});

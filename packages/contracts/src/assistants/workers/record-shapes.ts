import { z } from 'zod';
import { FileValue } from '../../fields/file-value.ts';
import { Json } from '../../kernel/json.ts';
import { RunCause } from '../../kernel/run-parts.ts';
import { Abilities, Timestamp } from '../../kernel/shapes.ts';
import { FeedbackReason, FeedbackStatus, Verdict } from '../chat/feedback.ts';
import { WorkerInputKind } from './worker-queue.ts';

/** The parts of a record (RECORD-01). */
export const RecordElement = z.enum(['ACTIVITY', 'INPUT', 'OUTPUT']);
export type RecordElement = z.infer<typeof RecordElement>;

/**
 * The status of a record (RECORD-02), and of each of its activities. PENDING: it has not ended. ERRORED: an activity failed, and can be retried.
 * FAILED: it ended without a result that counts, because a person rejected or cancelled it; the code of its cause says which (`recordEndings`).
 * A refused call, which nothing works on, has this status too, and the stage REFUSED.
 */
export const RecordStatus = z.enum(['COMPLETED', 'ERRORED', 'FAILED', 'PENDING']);
export type RecordStatus = z.infer<typeof RecordStatus>;

/** The codes of the causes of records that a person ended. */
export const recordEndings = { rejected: 'workers.rejected', cancelled: 'workers.cancelled' } as const;
export const RecordEnding = z.enum(recordEndings);
export type RecordEnding = z.infer<typeof RecordEnding>;

/** The stage of a record. HELD: its worker is paused. WAITING: a person has to decide. REFUSED: a call that could not be read. */
export const RecordStage = z.enum(['HELD', 'QUEUED', 'WORKING', 'WAITING', 'DELIVERING', 'ENDED', 'REFUSED']);
export type RecordStage = z.infer<typeof RecordStage>;

/** The input of a record (RECORD-03): a text, a question of an app, or a file. */
export const RecordInput = z.union([
  z.string(),
  z.object({
    query: z.string(),
    appId: z.string().optional(),
    conversationId: z.string().optional(),
    /** The question in the conversation, to which the answer is given. */
    queryId: z.string().optional(),
    chatUserId: z.string().optional(),
  }),
  z.object({ file: z.object({ name: z.string() }), text: z.string().optional() }),
]);
export type RecordInput = z.infer<typeof RecordInput>;

/** The fields of a mail or a lead (RECORD-05). Empty where the source has none. */
export const ParsedSource = z.object({
  kind: z.enum(['EMAIL', 'LEAD']),
  from: z.string(),
  fromEmail: z.string(),
  subject: z.string(),
  date: z.string(),
  body: z.string(),
  attachment: z.string(),
});
export type ParsedSource = z.infer<typeof ParsedSource>;

/** An item of the output log (RECORD-04). */
export const OutputLogItem = z.object({
  doc_id: z.string(),
  text: z.string(),
  extra_info: z.object({ title: z.string() }),
});
export type OutputLogItem = z.infer<typeof OutputLogItem>;

/** Something that was done with a record. */
export const RecordActivity = z.object({
  /** Counts from 1 in the order of time. */
  at: z.number().int(),
  element: RecordElement,
  title: z.string(),
  status: RecordStatus,
  cause: RunCause.nullable(),
  /** Details of the activity, such as the address to which a result was sent. */
  detail: z.string(),
  /** The run of the agent, crew or flow that did it; null for everything else. */
  run: z.object({ runId: z.string(), kind: z.enum(['AGENT', 'CREW', 'FLOW']) }).nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
});
export type RecordActivity = z.infer<typeof RecordActivity>;

/** A person's decision about the result of a record that waits (RECORD-26). REDO has the work done again, with a comment. */
export const OutputAction = z.enum(['APPROVE', 'REJECT', 'REDO']);
export type OutputAction = z.infer<typeof OutputAction>;

export const RecordFeedback = z.object({
  verdict: Verdict,
  reason: FeedbackReason.nullable(),
  text: z.string(),
  status: FeedbackStatus,
});
export type RecordFeedback = z.infer<typeof RecordFeedback>;

/** A stored file, and where it is read. */
export const RecordFile = FileValue.extend({ url: z.string() });
export type RecordFile = z.infer<typeof RecordFile>;

/** A record as a list shows it. */
export const RecordLine = z.object({
  recordId: z.string(),
  workerId: z.string(),
  workerName: z.string(),
  name: z.string(),
  status: RecordStatus,
  stage: RecordStage,
  /** The kind of input that brought it. */
  inputKind: WorkerInputKind,
  isSample: z.boolean(),
  cause: RunCause.nullable(),
  feedback: RecordFeedback.nullable(),
  /** The cost of the work, up to its last result. */
  credits: z.number(),
  createdAt: Timestamp,
  endedAt: Timestamp.nullable(),
});
export type RecordLine = z.infer<typeof RecordLine>;

export const WorkerRecord = RecordLine.extend({
  input: RecordInput,
  /** The date and the time that were added when it was triggered (WORKER-06). */
  currentDate: z.string(),
  currentTime: z.string(),
  /** The origin of the input; `file` is null without one. */
  source: z.object({ file: RecordFile.nullable(), files: z.array(RecordFile), text: z.string() }),
  parsedSource: ParsedSource.nullable(),
  activities: z.array(RecordActivity),
  /** The result as text; empty while there is none. */
  outputText: z.string(),
  /** The result as data, when it has a form of its own. */
  outputData: Json,
  /** The output log. */
  output: z.array(OutputLogItem),
  outputFiles: z.array(RecordFile),
  /** The cost of the work so far; visitors read 0. */
  credits: z.number(),
  /** The run that works on it; null while it is held. */
  runId: z.string().nullable(),
  /** The decisions that are possible now. */
  actions: z.array(OutputAction),
  abilities: Abilities,
});
export type WorkerRecord = z.infer<typeof WorkerRecord>;

import { z } from 'zod';
import { JsonPreview, RunCause, RunWait } from '../../kernel/run-parts.ts';
import { Timestamp } from '../../kernel/shapes.ts';

/** The states of a run. The last three are final. */
export const RunStatus = z.enum(['QUEUED', 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED']);
export type RunStatus = z.infer<typeof RunStatus>;

/** The subject of a run, with the address of its screen. */
export const RunPlace = z.object({ name: z.string(), address: z.string() });
export type RunPlace = z.infer<typeof RunPlace>;

const times = {
  queuedAt: Timestamp,
  /** Null until a server first works on the run. */
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
};

export const RunLine = z.object({
  runId: z.string(),
  kind: z.string(),
  /** The name of the kind for users, for example "Import of a document". */
  title: z.string(),
  status: RunStatus,
  /** The present stage in words, and its progress from 0 to 1. */
  stage: z.string().nullable(),
  progress: z.number(),
  /** Null when the subject no longer exists, or the kind has none. */
  subject: RunPlace.nullable(),
  cause: RunCause.nullable(),
  /** A sentence about a completed run. */
  note: z.string().nullable(),
  credits: z.number(),
  parentId: z.string().nullable(),
  ...times,
});
export type RunLine = z.infer<typeof RunLine>;

/** A child run at any depth; `parentId` names the run that started it. */
export const RunChild = z.object({
  runId: z.string(),
  parentId: z.string(),
  title: z.string(),
  status: RunStatus,
  credits: z.number(),
  ...times,
});
export type RunChild = z.infer<typeof RunChild>;

export const RunDetails = RunLine.extend({
  /** The versions of the definition and of the engine with which the run began. */
  version: z.number().int(),
  engine: z.number().int(),
  /** The number of consecutive failed attempts, and how often a server stopped while it worked on the run. */
  attempts: z.number().int(),
  losses: z.number().int(),
  budgetCredits: z.number().nullable(),
  orderedBy: z.string(),
  /** The run that this one retries or replays, and the one that started it. */
  origin: z.object({ runId: z.string(), title: z.string() }).nullable(),
  parent: z.object({ runId: z.string(), title: z.string() }).nullable(),
  input: JsonPreview,
  /** Null until the run is completed. */
  output: JsonPreview.nullable(),
  /** The stages that the run has reported, oldest first. */
  stages: z.array(z.object({ name: z.string(), at: Timestamp })),
  waits: z.array(RunWait),
  /** Descendants, oldest first. */
  children: z.array(RunChild),
  /** True when there are more descendants than are listed. */
  hasMoreChildren: z.boolean(),
  abilities: z.object({ canCancel: z.boolean(), canRetry: z.boolean(), canReplay: z.boolean() }),
});
export type RunDetails = z.infer<typeof RunDetails>;

export const StepOperation = z.enum([
  'step',
  'outward',
  'transaction',
  'begun',
  'sleep',
  'wait',
  'signal',
  'child',
  'ended',
]);

/** A recorded operation of a run. */
export const RunStep = z.object({
  /** The number of the step in the journal, from 1. */
  seq: z.number().int(),
  name: z.string(),
  operation: StepOperation,
  attempts: z.number().int(),
  input: JsonPreview.nullable(),
  /** Null when the step failed. */
  output: JsonPreview.nullable(),
  cause: RunCause.nullable(),
  credits: z.number(),
  /** The duration of the last attempt in milliseconds. */
  ms: z.number().int(),
  at: Timestamp,
});
export type RunStep = z.infer<typeof RunStep>;

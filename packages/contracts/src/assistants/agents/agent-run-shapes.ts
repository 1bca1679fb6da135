import { z } from 'zod';
import { FileValue } from '../../fields/file-value.ts';
import { Json, JsonObject } from '../../kernel/json.ts';
import { RunCause } from '../../kernel/run-parts.ts';
import { Timestamp } from '../../kernel/shapes.ts';

/** QUEUED and WAITING runs have not ended; the last three states are final. */
export const AgentRunStatus = z.enum(['QUEUED', 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED']);
export type AgentRunStatus = z.infer<typeof AgentRunStatus>;

const turn = z.number().int();

/** One thing that happened in a run, in the order of time. */
export const AgentRunStep = z.discriminatedUnion('type', [
  z.object({ type: z.literal('THINKING'), turn, text: z.string() }),
  z.object({ type: z.literal('TEXT'), turn, text: z.string() }),
  z.object({
    type: z.literal('TOOL'),
    turn,
    callId: z.string(),
    tool: z.string(),
    title: z.string(),
    input: Json,
    /** The result. Of a long one, the beginning of its JSON, as text. */
    output: Json,
    /** The characters of the JSON of the whole result. */
    outputSize: z.number().int(),
    /** WAITING: somebody has to decide about the call; RUNNING: the call is under way. */
    status: z.enum([
      'WAITING',
      'RUNNING',
      'DONE',
      'FAILED',
      'NOT_FITTING',
      'REPEATED',
      'REJECTED',
      'NOT_DECIDED',
    ]),
    isEdited: z.boolean(),
    durationMs: z.number().int(),
    /** Decides about a WAITING call; null for everything else, and for those who may not decide. */
    approvalToken: z.string().nullable(),
    /** The description of the tool of a WAITING call, and the JSON Schema of its arguments; null for everything else. */
    description: z.string().nullable(),
    inputSchema: JsonObject.nullable(),
    /** The run of the agent to which the work was handed; null for everything else. */
    childRunId: z.string().nullable(),
    /** The run of the flow that the call started; null for everything else. */
    flowRunId: z.string().nullable(),
    /** Credits of the call, with those of the run that it started and of all runs below. */
    credits: z.number(),
  }),
  /** The provider of the model refused a tool, with a reason of its own, so that the run went on without it. */
  z.object({
    type: z.literal('LEFT_OUT'),
    turn,
    tool: z.string(),
    title: z.string(),
    reason: z.string(),
  }),
  /** The provider of the model refused the schema of the answer, with a reason of its own, so that the model was told its form in words. */
  z.object({ type: z.literal('FORMAT_REFUSED'), turn, reason: z.string() }),
  z.object({
    type: z.literal('COMPACTION'),
    turn,
    rounds: z.number().int(),
    tokensBefore: z.number().int(),
    tokensAfter: z.number().int(),
  }),
]);
export type AgentRunStep = z.infer<typeof AgentRunStep>;

export const AgentUsage = z.object({
  turns: z.number().int(),
  tokens: z.number().int(),
  credits: z.number(),
  workMs: z.number().int(),
});

/** The costs of a turn. All turns together make the usage of the run, and their credits its cost, without the runs that it started. */
export const AgentTurnCost = z.object({
  turn,
  tokens: z.number().int(),
  /** Credits of the call of the model. */
  credits: z.number(),
  /** Credits of the calls of tools that the turn made. */
  toolCredits: z.number(),
});
export type AgentTurnCost = z.infer<typeof AgentTurnCost>;

/** The most characters of the text of a document that a task carries. */
export const longestDocument = 200_000;

/** A document that a task is about, as the text that was read of it. */
export const TaskDocument = z.object({
  name: z.string().trim().min(1).max(255),
  text: z.string().min(1).max(longestDocument),
});
export type TaskDocument = z.infer<typeof TaskDocument>;

/** PRODUCTION: the published version. TESTING: the draft, tried in the workbench. */
export const AgentRunEnvironment = z.enum(['PRODUCTION', 'TESTING']);

export const AgentRunLine = z.object({
  runId: z.string(),
  agentId: z.string(),
  /** Null when the agent no longer exists. */
  agentName: z.string().nullable(),
  environment: AgentRunEnvironment,
  status: AgentRunStatus,
  /** The beginning of the task. */
  task: z.string(),
  cause: RunCause.nullable(),
  credits: z.number(),
  queuedAt: Timestamp,
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
});
export type AgentRunLine = z.infer<typeof AgentRunLine>;

export const AgentRunDetails = AgentRunLine.extend({
  input: z.string(),
  /** The names of the documents that the task is about. */
  documents: z.array(z.string()),
  /** The answer; text that is being written while the run goes on. */
  output: Json,
  steps: z.array(AgentRunStep),
  /** The files that the run keeps; those of a crew with its run, and those of a member with that of the member too. */
  files: z.array(FileValue),
  usage: AgentUsage,
  costs: z.array(AgentTurnCost),
  /** The part of the budget that was used up before the agent was done. */
  cutShortBy: z.enum(['TURNS', 'TOKENS', 'SECONDS']).nullable(),
  isCutOff: z.boolean(),
  abilities: z.object({ canCancel: z.boolean(), canRetry: z.boolean() }),
});
export type AgentRunDetails = z.infer<typeof AgentRunDetails>;

/** All of a run but its steps. */
export const AgentRunState = AgentRunDetails.omit({ steps: true });
export type AgentRunState = z.infer<typeof AgentRunState>;

/**
 * The events of a run that is watched. A step never changes; its id, the number of steps until then, is what a reader that comes back names
 * in `last-event-id`. `open` has all calls that are under way or wait for a decision. `writing` is a piece of what the model is writing,
 * from a place on; it counts until `state` has the turn among those that were used. The last event is a `state` with an `endedAt`.
 */
export const agentRunEvents = {
  step: z.object({ at: z.number().int(), step: AgentRunStep }),
  open: z.object({ steps: z.array(AgentRunStep) }),
  writing: z.object({
    turn,
    kind: z.enum(['thinking', 'text']),
    from: z.number().int(),
    text: z.string(),
  }),
  state: AgentRunState,
};
export type AgentRunEvent = {
  [K in keyof typeof agentRunEvents]: { event: K; data: z.infer<(typeof agentRunEvents)[K]> };
}[keyof typeof agentRunEvents];

import { z } from 'zod';
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
    input: z.json(),
    output: z.json(),
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
  }),
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
  /** The answer; text that is being written while the run goes on. */
  output: z.json(),
  steps: z.array(AgentRunStep),
  usage: AgentUsage,
  /** The part of the budget that was used up before the agent was done. */
  cutShortBy: z.enum(['TURNS', 'TOKENS', 'SECONDS']).nullable(),
  isCutOff: z.boolean(),
  abilities: z.object({ canCancel: z.boolean(), canRetry: z.boolean() }),
});
export type AgentRunDetails = z.infer<typeof AgentRunDetails>;

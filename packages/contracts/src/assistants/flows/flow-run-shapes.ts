import { z } from 'zod';
import { Json, JsonObject } from '../../kernel/json.ts';
import { JsonPreview, RunCause, RunWait } from '../../kernel/run-parts.ts';
import { Timestamp } from '../../kernel/shapes.ts';
import { FlowRunStatus } from './flow-shapes.ts';

/** PRODUCTION: a published version that a trigger started. TESTING: a draft that somebody tries. */
export const FlowRunEnvironment = z.enum(['PRODUCTION', 'TESTING']);

/** The setting of a flow because of which a run has not begun; `others` for a run that waits behind others who computed less. */
export const FlowRunHold = z.object({
  rule: z.enum(['concurrency', 'throttle', 'debounce', 'batch', 'others']),
  /** When it begins at the latest; null when it waits for another run to end. */
  until: Timestamp.nullable(),
  /** The number of times that the trigger has fired for it, if it collects. */
  collected: z.number().int().nullable(),
});
export type FlowRunHold = z.infer<typeof FlowRunHold>;

export const FlowRunLine = z.object({
  runId: z.string(),
  flowId: z.string(),
  /** Null when the flow no longer exists. */
  flowName: z.string().nullable(),
  versionId: z.string(),
  environment: FlowRunEnvironment,
  /** The name of the trigger that started the run; null for a run by hand. */
  trigger: z.string().nullable(),
  status: FlowRunStatus,
  cause: RunCause.nullable(),
  hold: FlowRunHold.nullable(),
  credits: z.number(),
  queuedAt: Timestamp,
  /** Null until a server first works on the run. */
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
});
export type FlowRunLine = z.infer<typeof FlowRunLine>;

export const FlowStepStatus = z.enum(['RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED']);

/** One execution of a step, for programs. A value of more than 2,000 characters of JSON is given as text, cut there. */
export const FlowStepValues = z.object({
  /** The name of the step in the flow. */
  name: z.string(),
  status: FlowStepStatus,
  attempts: z.number().int(),
  input: Json.nullable(),
  output: Json.nullable(),
  error: RunCause.optional(),
  durationMs: z.number().int(),
});
export type FlowStepValues = z.infer<typeof FlowStepValues>;

export const FlowRunDetails = FlowRunLine.extend({
  /** The first hundred executions of steps, in the order of time; the calls below list all of them. */
  steps: z.array(FlowStepValues),

  input: JsonPreview,
  /** Null until the run has succeeded. */
  output: JsonPreview.nullable(),
  waits: z.array(RunWait),
  /** The run that this one retries or replays. */
  originId: z.string().nullable(),
  abilities: z.object({ canCancel: z.boolean(), canRetry: z.boolean(), canReplay: z.boolean() }),
});
export type FlowRunDetails = z.infer<typeof FlowRunDetails>;

/** One execution of a step. */
export const FlowRunStep = z.object({
  /** The run whose journal has the step, which is a run of its own for each parallel branch, and the number there. */
  runId: z.string(),
  seq: z.number().int(),
  /** The name of the step in the flow. */
  step: z.string(),
  /** The rounds of the loops around the step, outermost first; rounds count from 1. */
  rounds: z.array(z.object({ step: z.string(), round: z.number().int() })),
  status: FlowStepStatus,
  attempts: z.number().int(),
  input: JsonPreview.nullable(),
  output: JsonPreview.nullable(),
  cause: RunCause.nullable(),
  credits: z.number(),
  durationMs: z.number().int(),
  at: Timestamp,
  /** The run that the step started and waits for: of an agent, a crew or another flow, with what it and all below it have cost. */
  child: z.object({ kind: z.enum(['AGENT', 'FLOW']), runId: z.string(), credits: z.number() }).nullable(),
  /** True while the step waits for its turn by the limits of its connection. */
  isLimited: z.boolean(),
  /** Decides what the step waits for, at `/approvals/{token}`; null for everything else, and for those who may not decide. */
  approvalToken: z.string().nullable(),
});
export type FlowRunStep = z.infer<typeof FlowRunStep>;

/** OPEN waits for a decision. EXPIRED: nobody decided in time. ENDED: its run ended before anybody decided. */
export const FlowApprovalState = z.enum(['OPEN', 'APPROVED', 'REJECTED', 'EXPIRED', 'ENDED']);
export type FlowApprovalState = z.infer<typeof FlowApprovalState>;

/** A decision for which a run waits, as the list of all of them shows it. */
export const WaitingDecision = z.object({
  runId: z.string(),
  askedBy: z.enum(['FLOW', 'AGENT']),
  /** The flow or agent that asks; the name is null when it no longer exists. */
  askerId: z.string(),
  askerName: z.string().nullable(),
  title: z.string(),
  askedAt: Timestamp,
  /** When the run goes on without a decision; null when it never does. */
  until: Timestamp.nullable(),
  /** Decides at `/approvals/{token}`; null for those who may not decide. */
  approvalToken: z.string().nullable(),
});
export type WaitingDecision = z.infer<typeof WaitingDecision>;

/** The question of a run of a flow or of an agent to people. */
export const FlowApproval = z.object({
  title: z.string(),
  message: z.string(),
  askedBy: z.enum(['FLOW', 'AGENT']),
  /** The name of the flow or agent. */
  flowName: z.string(),
  /** The call that an agent wants to make, whose arguments can be changed; null for a flow. */
  call: z.object({ input: Json, inputSchema: JsonObject }).nullable(),
  companyName: z.string(),
  state: FlowApprovalState,
  /** The person who decided; null for visitors, who are not signed in. */
  decidedBy: z.string().nullable(),
  comment: z.string(),
});
export type FlowApproval = z.infer<typeof FlowApproval>;

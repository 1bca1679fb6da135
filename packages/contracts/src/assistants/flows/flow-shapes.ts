import { z } from 'zod';
import { Json } from '../../kernel/json.ts';
import { Revision } from '../../kernel/revisions.ts';
import { Abilities, lookupId, requiredText, Timestamp, tenantQuery } from '../../kernel/shapes.ts';

/** The most bytes of a flow as JSON. */
export const maxFlowBytes = 1024 * 1024;

/** ENABLED: the triggers of the published version start runs. A flow is disabled until it is published for the first time. */
export const FlowStatus = z.enum(['ENABLED', 'DISABLED']);
export type FlowStatus = z.infer<typeof FlowStatus>;

/** DRAFT: the version that is being edited; LOCKED: published, with the versions of its pieces pinned (FLOW-06). */
export const FlowVersionState = z.enum(['DRAFT', 'LOCKED']);
export type FlowVersionState = z.infer<typeof FlowVersionState>;

/** A trigger with its steps as a chain of `nextAction` (FLOW-03); the server reads it and names what does not fit. */
const Trigger = z.record(z.string(), z.unknown());

/** The parts of a flow that a version contains. */
export const FlowContent = z.object({
  displayName: requiredText(150, 'Please enter a name'),
  /** The first trigger with the chain of steps. Left out, the flow has a trigger that is not chosen yet, and no steps. */
  trigger: Trigger.optional(),
  /** Further triggers of the same chain. */
  otherTriggers: z.array(Trigger).max(9).optional(),
  notes: z.array(z.record(z.string(), z.unknown())).max(200).optional(),
});
export type FlowContent = z.infer<typeof FlowContent>;

/** Something that keeps a flow from being published. The step is `trigger` for the trigger, and empty for the flow as a whole. */
export const FlowProblem = z.object({ step: z.string(), field: z.string().optional(), message: z.string() });
export type FlowProblem = z.infer<typeof FlowProblem>;

const Author = z.object({ userId: z.string(), name: z.string() });

/** A version without its content. */
export const FlowVersionLine = z.object({
  versionId: z.string(),
  /** Counts from 1. */
  number: z.number().int(),
  state: FlowVersionState,
  displayName: z.string(),
  valid: z.boolean(),
  /** True for the version that the triggers start. */
  isPublished: z.boolean(),
  steps: z.number().int(),
  updatedAt: Timestamp,
  /** Null for versions that the product itself made, and for users who are gone. */
  updatedBy: Author.nullable(),
});
export type FlowVersionLine = z.infer<typeof FlowVersionLine>;

export const FlowVersion = FlowVersionLine.extend({
  trigger: Trigger,
  otherTriggers: z.array(Trigger),
  notes: z.array(z.record(z.string(), z.unknown())),
  problems: z.array(FlowProblem),
  /** Increases with each save. A save that names an older one is refused. */
  revision: Revision,
});
export type FlowVersion = z.infer<typeof FlowVersion>;

/** QUEUED and WAITING runs have not ended; the last three states are final. */
/** REFUSED: a call that could not be read. It started nothing, and is no failure of the flow. */
export const FlowRunStatus = z.enum([
  'QUEUED',
  'RUNNING',
  'WAITING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
  'REFUSED',
]);
export type FlowRunStatus = z.infer<typeof FlowRunStatus>;

export const FlowLine = z.object({
  flowId: z.string(),
  displayName: z.string(),
  status: FlowStatus,
  /** True when the newest version is a draft with changes that are not published. */
  hasDraft: z.boolean(),
  /** The version that the triggers start; null until the flow is published. */
  publishedVersionId: z.string().nullable(),
  /** The newest version, which an editor opens. */
  versionId: z.string(),
  valid: z.boolean(),
  steps: z.number().int(),
  /** The names of the pieces, triggers first, each once. */
  pieces: z.array(z.string()),
  /** The trigger, as `piece.trigger`; null when it is not chosen. */
  triggers: z.array(z.object({ pieceName: z.string(), triggerName: z.string() })),
  lastRun: z.object({ runId: z.string(), status: FlowRunStatus, at: Timestamp }).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type FlowLine = z.infer<typeof FlowLine>;

/** The status of a polling trigger of the published version. */
export const FlowPolling = z.object({
  /** The name of the trigger. */
  trigger: z.string(),
  /** The last look at the source that succeeded. */
  lookedAt: Timestamp.nullable(),
  /** The next look; null while the flow is off. */
  nextAt: Timestamp.nullable(),
  /** Why the last look failed, and what to do; null when all is well. */
  failure: z.string().nullable(),
});
export type FlowPolling = z.infer<typeof FlowPolling>;

export const FlowDetails = FlowLine.extend({
  tenantId: z.string(),
  /** The address that starts the flow, and the one that also waits for its response. */
  webhookUrl: z.string(),
  webhookSyncUrl: z.string(),
  polling: z.array(FlowPolling),
  version: FlowVersion,
});
export type FlowDetails = z.infer<typeof FlowDetails>;

/** A user of an agent, a crew or a flow, which has to do without it once it is deleted. */
export const Caller = z.object({
  kind: z.enum(['FLOW', 'AGENT', 'WORKER']),
  id: z.string(),
  name: z.string(),
});
export type Caller = z.infer<typeof Caller>;

/** The things that are lost with a flow, and those that would stop working. */
export const FlowRemoval = z.object({
  versions: z.number().int(),
  runs: z.number().int(),
  openRuns: z.number().int(),
  storedValues: z.number().int(),
  /** Flows that start this one as a sub-flow. */
  usedBy: z.array(z.object({ flowId: z.string(), displayName: z.string() })),
  /** Apps whose questions it answers. They answer nothing while it is off or gone. */
  answers: z.array(z.object({ appId: z.string(), name: z.string() })),
  /** Agents that use it as a tool, and workers that run it. */
  callers: z.array(Caller),
});
export type FlowRemoval = z.infer<typeof FlowRemoval>;

export const FlowTemplate = z.object({
  templateId: z.string(),
  displayName: z.string(),
  description: z.string(),
  category: z.string(),
  pieces: z.array(z.string()),
  /** The pieces in its picture: that of the trigger, then of each step; other steps by their type. */
  picture: z.array(z.string()),
  /** The titles of the connections that its steps need. */
  needs: z.array(z.string()),
});
export type FlowTemplate = z.infer<typeof FlowTemplate>;

/** The whole of a template: what `create` takes. */
export const FlowTemplateDetails = FlowTemplate.extend({ content: FlowContent });
export type FlowTemplateDetails = z.infer<typeof FlowTemplateDetails>;

/** The outcome of testing one step. */
export const StepTest = z.object({
  ok: z.boolean(),
  /** The resolved input; secrets are left out. */
  input: Json.nullable(),
  output: Json.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The lines that code wrote to its console. */
  logs: z.array(z.string()),
  durationMs: z.number().int(),
});
export type StepTest = z.infer<typeof StepTest>;

export const flowParams = z.object({ id: lookupId });
export const ownTenant = z.object(tenantQuery);

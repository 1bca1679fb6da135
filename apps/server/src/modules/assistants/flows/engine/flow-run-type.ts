import { Citation } from '@atelier/contracts/assistants/chat/chat';
import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { FlowRunEnvironment } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { z } from 'zod';
import { defineRunType } from '../../../../kernel/runs/index.ts';
import { RunKey } from './key/run-keys.ts';

export const flowRunKind = 'flows.run';
export const flowBranchKind = 'flows.branch';
export const flowRefusalKind = 'flows.refused';

/** A value that is JSON because it was read from JSON; walking through it again would cost as much as the step that made it. */
const Json = z.custom<JsonValue>(() => true);

/** The answer to the request that started a run. */
export const FlowResponse = z.object({
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  body: Json,
});
export type FlowResponse = z.infer<typeof FlowResponse>;

const place = {
  flowId: z.string(),
  versionId: z.string(),
  /** The flow itself for a test, because a draft may change while its run goes on. */
  content: z.custom<Flow>(() => true).optional(),
  environment: FlowRunEnvironment,
  /** The number of runs of flows that started each other to start this one. */
  depth: z.number().int().default(0),
  /** The failed run because of which this one started. When this one fails, it starts no other. */
  failedRunId: z.string().optional(),
  /** The question to an app that the run answers. */
  chat: z.object({ appId: z.string(), queryId: z.string() }).optional(),
  /** True for a part of the work on an answer that people read with its sources. */
  cites: z.boolean().optional(),
  /** The key with which what the run calls may ask back. */
  key: RunKey.optional(),
};

/** True when what the run gives out is read with its sources. */
export const isCited = ({ chat, cites }: Pick<FlowRunInput, 'chat' | 'cites'>): boolean =>
  chat !== undefined || cites === true;

export const FlowRunInput = z.object({
  ...place,
  /** The name of the trigger that fired; null for a run by hand. */
  trigger: z.string().nullable(),
  payload: Json,
  /** The values of the keys that limit the start, which were computed where a large body was read. */
  keyValues: z.record(z.string(), z.string()).optional(),
  /** The files that the run takes over when it begins: from another run, or of those that were uploaded for its flow. */
  files: z.object({ ids: z.array(z.string()), of: z.string().nullable() }).optional(),
});
export type FlowRunInput = z.infer<typeof FlowRunInput>;

/** An answer with its sources. Only steps that asked knowledge bases, apps, agents or crews give citations. */
export const ChatAnswer = z.object({
  text: z.string(),
  citations: z.array(Citation),
  isAnswered: z.boolean(),
});
export type ChatAnswer = z.infer<typeof ChatAnswer>;

export const FlowRunOutput = z.object({
  output: Json,
  answer: ChatAnswer.optional(),
  response: FlowResponse.nullable(),
});
export type FlowRunOutput = z.infer<typeof FlowRunOutput>;

export const flowRunType = defineRunType({
  kind: flowRunKind,
  title: 'Run of a flow',
  version: 1,
  input: FlowRunInput,
  output: FlowRunOutput,
});

export const FlowRefusal = z.object({
  flowId: z.string(),
  versionId: z.string(),
  environment: z.literal('PRODUCTION'),
  trigger: z.string().nullable(),
  payload: Json,
  refusal: z.object({ code: z.string(), message: z.string() }),
});
export type FlowRefusal = z.infer<typeof FlowRefusal>;

/** A call that was refused because it could not be read. It does nothing but be shown in the history of its flow. */
export const flowRefusalType = defineRunType({
  kind: flowRefusalKind,
  title: 'Refused call of a flow',
  version: 1,
  input: FlowRefusal,
  output: z.null(),
});

/** The values that expressions see, by the names of triggers and steps. */
export const Scope = z.custom<Record<string, JsonValue>>(() => true);
export type Scope = z.infer<typeof Scope>;

export const FlowBranchInput = z.object({
  ...place,
  /** The run that a request started. */
  rootRunId: z.string(),
  /** The step with the branches, and the number of this one; null for the step itself, which waited for its turn. */
  step: z.string(),
  branch: z.number().int().nullable(),
  /** The loops around the step, as they are written in the journal. */
  path: z.string(),
  scope: Scope,
});
export type FlowBranchInput = z.infer<typeof FlowBranchInput>;

/** The values of the steps of a branch, for the steps after the join. */
export const FlowBranchOutput = z.object({
  results: Scope,
  output: Json.optional(),
  response: FlowResponse.nullable(),
  isStopped: z.boolean(),
});

export const flowBranchType = defineRunType({
  kind: flowBranchKind,
  title: 'Branch of a flow',
  version: 1,
  input: FlowBranchInput,
  output: FlowBranchOutput,
});

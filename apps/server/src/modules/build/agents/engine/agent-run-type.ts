import { AgentRunEnvironment } from '@atelier/contracts/build/agents/agent-run-shapes';
import { AgentSettings } from '@atelier/contracts/build/agents/agent-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { z } from 'zod';
import { defineRunType } from '../../../../kernel/runs/index.ts';

export const agentRunKind = 'agents.run';

const Message = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });

export const AgentRunInput = z.object({
  agentId: z.string(),
  versionId: z.string(),
  /** The settings of a test, because a draft may change while its run goes on. */
  settings: AgentSettings.optional(),
  environment: AgentRunEnvironment,
  /** The conversation, whose last message is the task. */
  messages: z.array(Message).min(1),
  /** True when the messages contain text by others. */
  hasForeignText: z.boolean().default(false),
  /** The number of agents that handed work to each other to start this one. */
  depth: z.number().int().default(0),
});
export type AgentRunInput = z.infer<typeof AgentRunInput>;

export const AgentRunOutput = z.object({
  text: z.string(),
  output: z.custom<JsonValue>(() => true),
  cutShortBy: z.enum(['TURNS', 'TOKENS', 'SECONDS']).nullable(),
  isCutOff: z.boolean(),
});
export type AgentRunOutput = z.infer<typeof AgentRunOutput>;

export const agentRunType = defineRunType({
  kind: agentRunKind,
  title: 'Run of an agent',
  version: 1,
  input: AgentRunInput,
  output: AgentRunOutput,
});

import type { AgentTask } from '@atelier/agents';
import { AgentRunEnvironment, TaskDocument } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { JsonObject } from '@atelier/contracts/kernel/json';
import { z } from 'zod';
import { defineRunType } from '../../../../kernel/runs/index.ts';
import { Team } from './crew/shares.ts';
import type { Source } from './sources.ts';

export const agentRunKind = 'agents.run';

const Message = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });

/** A tool that the program which asks an agent offers for this run. The program makes its calls. */
const ProgramTool = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: JsonObject,
});

/** The part of a program's request besides the conversation. */
export const Program = z.object({
  userId: z.string(),
  tools: z.array(ProgramTool),
  /** The names of the tools of which the model has to call one before it answers. */
  mustCall: z.array(z.string()).optional(),
  /** True when the program takes one call at a time. */
  isOneByOne: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  /** The response that this one continues. */
  previousId: z.string().nullable(),
});
export type Program = z.infer<typeof Program>;

export const AgentRunInput = z.object({
  agentId: z.string(),
  versionId: z.string(),
  /** The settings of a test, because a draft may change while its run goes on. */
  settings: AgentSettings.optional(),
  environment: AgentRunEnvironment,
  /** In a test, the settings of an agent that work in the place of its published version, wherever it gets work. */
  standIn: z.object({ agentId: z.string(), settings: AgentSettings }).optional(),
  /** The conversation, whose last message is the task. */
  messages: z.array(Message).min(1),
  /** The documents that the task is about. */
  documents: z.array(TaskDocument).default([]),
  /** Passages of a file that came with the task. They are the first sources of the run, in the order of their numbers. */
  given: z.array(z.custom<Source>(() => true)).optional(),
  /** True when the messages contain text by others. */
  hasForeignText: z.boolean().default(false),
  /** The person who is asked for approvals: the one who started it, else the owner; by mail too, unless the run is a test that somebody watches. */
  asks: z
    .object({ userId: z.string().nullable(), byMail: z.boolean() })
    .default({ userId: null, byMail: true }),
  /** The member with whom the agent works, about whom it may remember something; null for programs, visitors and parts of work. */
  personId: z.string().nullable().default(null),
  /** The app user with whom the agent works, likewise. */
  appUserId: z.string().nullable().optional(),
  /** The number of apps, flows and agents that asked each other in a row to start this run. */
  depth: z.number().int().default(0),
  /** The question to an app that the run answers; `queryId` is null for a part of the work that was handed on. */
  chat: z.object({ appId: z.string(), queryId: z.string().nullable() }).optional(),
  /** True for a part of the work on an answer that people read with its sources. */
  cites: z.boolean().optional(),
  program: Program.optional(),
  /** True for a test that nobody watches: nobody is asked for approvals, and calls that would change something are noted and not made. */
  isRehearsal: z.boolean().optional(),
  /** The form of the answer, in the place of the agent's own. */
  outputSchema: JsonObject.optional(),
  /** The crew for which the run does a part of the work. */
  team: Team.optional(),
  /** The budget of the run and of its delegates; credits are micro-credits. */
  share: z
    .object({ turns: z.number(), tokens: z.number(), credits: z.number().nullable(), seconds: z.number() })
    .optional(),
});
export type AgentRunInput = z.infer<typeof AgentRunInput>;

/** True when the answer is read with its sources, or is a part of the work on one that is. */
export const isCited = ({
  chat,
  cites,
  program,
  outputSchema,
}: Pick<AgentRunInput, 'chat' | 'cites' | 'program' | 'outputSchema'>): boolean =>
  cites === true || typeof chat?.queryId === 'string' || (program !== undefined && !outputSchema);

const documentText = ({ name, text }: TaskDocument): string =>
  `The document “${name}”, between the two lines:\n----------\n${text}\n----------`;

/**
 * Returns the task of a run as the model reads it, with its documents, which are text by others, as is what the agent remembers from text
 * by others.
 */
export const buildTask = (
  given: Pick<AgentRunInput, 'messages' | 'documents' | 'hasForeignText'>,
  { remembersForeign = false }: { remembersForeign?: boolean },
): AgentTask => {
  const { messages, documents } = given;
  const hasForeignText = given.hasForeignText || remembersForeign;
  const last = messages.at(-1);
  if (documents.length === 0 || !last) return { messages, hasForeignText };
  const content = [last.content, ...documents.map(documentText)].join('\n\n');
  return { messages: [...messages.slice(0, -1), { ...last, content }], hasForeignText: true };
};

export const AgentRunOutput = z.object({
  runId: z.string().default(''),
  text: z.string(),
  /** The sources that the text cites with numbers from 1, for a run that `cites`. */
  sources: z.array(z.custom<Source>(() => true)).default([]),
  output: z.custom<JsonValue>(() => true),
  cutShortBy: z.enum(['TURNS', 'TOKENS', 'SECONDS']).nullable(),
  isCutOff: z.boolean(),
  /** The usage of the run and of its delegates. Runs of older servers do not say it. */
  use: z
    .object({ turns: z.number(), tokens: z.number(), cost: z.number(), workMs: z.number() })
    .default({ turns: 0, tokens: 0, cost: 0, workMs: 0 }),
});
export type AgentRunOutput = z.infer<typeof AgentRunOutput>;

export const agentRunType = defineRunType({
  kind: agentRunKind,
  title: 'Run of an agent',
  version: 1,
  input: AgentRunInput,
  output: AgentRunOutput,
});

import { z } from 'zod';
import { JsonObject } from '../../kernel/json.ts';
import { Revision } from '../../kernel/revisions.ts';
import { setting } from '../../kernel/settings.ts';
import { Abilities, lookupId, requiredText, Timestamp, tenantQuery, text } from '../../kernel/shapes.ts';
import { Caller } from '../flows/flow-shapes.ts';
import { AgentGuardRail } from '../guardrails.ts';

/** The type of the record of an agent, which every update sets (AGENT-03). */
export const AgentRecordType = z.enum(['INDEPENDENT']);

/** The origin of an agent (AGENT-05): as the head of a crew, from a flow, or in the builder. */
export const AgentMode = z.enum(['CREW', 'FLOW', 'BUILDER']);
export type AgentMode = z.infer<typeof AgentMode>;

/** The way in which an agent works (AGENT-06): it leads others, works alone with its tools, or follows a flow. */
export const AgentType = z.enum(['Supervisor', 'Autonomous', 'Atelier Flow']);
export type AgentType = z.infer<typeof AgentType>;

export const AgentAccess = z.enum(['PUBLIC', 'PRIVATE']);

/** The instructions of an agent whose builder wrote none (AGENT-13, AGENT-14). */
export const defaultAgentInstructions = [
  'You coordinate the work on the task that you are given. First make clear to yourself what the result has to be.',
  'Then decide for each part whether you do it yourself, with one of your tools, or hand it to one of the agents that work for you;',
  'give them everything that they need to know, because they see nothing of this conversation.',
  'Check what comes back before you use it. When something is missing, find it out or say so; never make anything up.',
  'Finish with one complete answer.',
].join(' ');

/** A tool by its id. */
const Reference = z.object({ _id: lookupId });

/** An MCP server by its id. Without `tools`, the agent may use all of its tools that the company chose. */
const McpReference = Reference.extend({ tools: z.array(z.string().min(1).max(200)).max(200).optional() });

/** The tools of an agent as programs send them (AGENT-04). */
export const AgentTools = z.object({
  toolList: z.array(Reference).max(50).default([]),
  mcpList: z.array(McpReference).max(10).default([]),
});
export type AgentTools = z.infer<typeof AgentTools>;

/** When people are asked before a tool is called: as the tool itself says, before each call, or never. */
export const AgentApproval = z.enum(['AS_NEEDED', 'ALWAYS', 'NEVER']);
export type AgentApproval = z.infer<typeof AgentApproval>;

/** The most that one run may use. */
export const AgentBudgetSettings = z.object({
  /** Calls of the model. */
  turns: setting(z.number().int().min(1).max(100).default(20), {
    help: 'How often the model is asked what to do next.',
  }),
  tokens: setting(z.number().int().min(1000).max(5_000_000).default(300_000), {
    help: 'All text that the model reads and writes in a run.',
    step: 10_000,
  }),
  /** Credits of the model's calls; null: no limit beside the credits of the company. */
  credits: setting(z.number().min(0.01).max(1_000_000).nullable().default(null), {
    help: 'The most that the model’s calls in one run may cost.',
    optional: {
      label: 'Limit the credits of a run',
      help: 'Besides the credits of your company. At this limit the run stops.',
      initial: 10,
    },
  }),
  /** Seconds of work, without the time in which people decide. */
  seconds: setting(z.number().int().min(10).max(86_400).default(900), {
    label: 'Seconds of work',
    help: 'Without the time in which a person decides.',
    step: 60,
  }),
});
export type AgentBudgetSettings = z.infer<typeof AgentBudgetSettings>;

const ids = (most: number) => z.array(lookupId).max(most).default([]);

/** The settings that make an agent a crew. */
export const CrewLead = z.object({
  /** The agent that leads the others. It is one of `agentIds`; null while nobody has chosen. */
  supervisorId: lookupId.nullable().default(null),
});

export const AgentSettings = z.object({
  name: requiredText(150, 'Please enter a name'),
  description: text(2000).default(''),
  instructions: text(20_000).default(defaultAgentInstructions),
  mode: AgentMode.default('BUILDER'),
  agentType: AgentType.default('Autonomous'),
  access: AgentAccess.default('PRIVATE'),
  /** Null stands for the company's default model. */
  modelId: z.string().max(200).nullable().default(null),
  tools: AgentTools.prefault({}),
  /** Knowledge bases that the agent searches, apps that it asks, flows that it runs, and agents that it hands work to. */
  knowledgeBaseIds: ids(20),
  appIds: ids(20),
  flowIds: ids(20),
  agentIds: ids(20),
  approval: AgentApproval.default('AS_NEEDED'),
  budget: AgentBudgetSettings.prefault({}),
  /** True when the agent keeps facts about the members who use it, for later conversations with them. */
  memory: z.boolean().default(false),
  /** The checks before a task reaches the model. */
  guardRail: AgentGuardRail.prefault({}),
  /** Sampling; null leaves it to the provider. */
  temperature: setting(z.number().min(0).max(2).nullable().default(null), {
    help: '0 keeps to the likeliest words, 2 is the freest.',
    step: 0.1,
    optional: {
      label: 'Set the temperature',
      help: 'Off, the provider’s own setting holds. Some models accept no other.',
      initial: 0.2,
    },
  }),
  /** The most tokens that a conversation may take in one call of the model, and those of one reply. */
  contextTokens: setting(z.number().int().min(2000).max(1_000_000).default(100_000), {
    label: 'Context, tokens',
    help: 'The most that the model reads at once. At four fifths of it, older parts of the work are summed up.',
    step: 1000,
  }),
  replyTokens: setting(z.number().int().min(100).max(64_000).default(4000), {
    label: 'Reply, tokens',
    help: 'The longest text that the model writes in one turn.',
    step: 100,
  }),
  /** A JSON Schema that the answer has to fit; null for text. */
  outputSchema: JsonObject.nullable().default(null),
  /** Null for an agent. A crew is an agent whose work others do: `agentIds` are its members, and `instructions` are for all of them. */
  crew: CrewLead.nullable().default(null),
});
export type AgentSettings = z.output<typeof AgentSettings>;

/** DRAFT: switched on, but never published. */
export const AgentListStatus = z.enum(['PUBLISHED', 'DRAFT', 'OFF']);
export type AgentListStatus = z.infer<typeof AgentListStatus>;

/** DRAFT: the version that is being edited; LOCKED: published. */
export const AgentVersionState = z.enum(['DRAFT', 'LOCKED']);

export const AgentVersionLine = z.object({
  versionId: z.string(),
  /** Counts from 1. */
  number: z.number().int(),
  state: AgentVersionState,
  /** True for the version that runs. */
  isPublished: z.boolean(),
  updatedAt: Timestamp,
  updatedBy: z.object({ userId: z.string(), name: z.string() }).nullable(),
});
export type AgentVersionLine = z.infer<typeof AgentVersionLine>;

export const AgentLine = z.object({
  agentId: z.string(),
  name: z.string(),
  description: z.string(),
  type: AgentRecordType,
  mode: AgentMode,
  agentType: AgentType,
  access: AgentAccess,
  active: z.boolean(),
  /** True when the newest version is a draft with changes that are not published. */
  hasDraft: z.boolean(),
  isPublished: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type AgentLine = z.infer<typeof AgentLine>;

export const Agent = AgentSettings.extend({
  ...AgentLine.shape,
  tenantId: z.string(),
  version: AgentVersionLine,
  /** Increases with each save. A save that names an older one is refused. */
  revision: Revision,
  /** The knowledge bases, apps, flows and agents that the settings name. The name is null for what was deleted, or what the user may not see. */
  links: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
});
export type Agent = z.infer<typeof Agent>;

/** An agent as a record names what it carries: the ids of its tools and of its MCP servers (AGENT-02). */
export const AgentRecord = Agent.extend({ tools: z.array(z.string()), mcps: z.array(z.string()) });
export type AgentRecord = z.infer<typeof AgentRecord>;

/** The things that are lost with an agent. */
export const AgentRemoval = z.object({
  versions: z.number().int(),
  runs: z.number().int(),
  openRuns: z.number().int(),
  /** Agents that hand work to this one, and crews that it belongs to. */
  usedBy: z.array(z.object({ agentId: z.string(), name: z.string(), isCrew: z.boolean() })),
  /** Flows with a step that runs it, and workers that run it. */
  callers: z.array(Caller),
});
export type AgentRemoval = z.infer<typeof AgentRemoval>;

export const agentParams = z.object({ id: lookupId });
export const ownTenant = z.object(tenantQuery);

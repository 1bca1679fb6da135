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
  toolList: setting(z.array(Reference).max(50).default([]), {
    ...{ group: 'tools', control: 'tools', label: 'Tools' },
    help: 'What it can do itself: calculate, read the web, call a service. Tools of your own are made under Tools.',
  }),
  mcpList: setting(z.array(McpReference).max(10).default([]), {
    ...{ group: 'mcp', control: 'mcp', label: 'MCP servers' },
    help: 'It uses the tools of these servers, which are connected under Tools.',
  }),
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
  /** Seconds of work, without the time in which people decide. */
  seconds: setting(z.number().int().min(10).max(86_400).default(900), {
    label: 'Seconds of work',
    help: 'Without the time in which a person decides.',
    step: 60,
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
});
export type AgentBudgetSettings = z.infer<typeof AgentBudgetSettings>;

const ids = () => z.array(lookupId).max(20).default([]);

/** The settings that make an agent a crew. */
export const CrewLead = z.object({
  /** The agent that leads the others. It is one of `agentIds`; null while nobody has chosen. */
  supervisorId: setting(lookupId.nullable().default(null), { label: 'Supervisor', under: 'agentIds' }),
});

/** The groups of the settings in the order of the form. Those with the name of a step are in that step of the wizard. */
export const agentSettingGroups = [
  { id: 'about', label: 'About', summary: 'Name, description, who may use it', step: 'Agent Overview' },
  { id: 'instructions', label: 'Instructions', summary: 'What it does, and how', step: 'Define Flow' },
  { id: 'model', label: 'Model', summary: 'What decides the next step', step: 'Additional Settings' },
  { id: 'tools', label: 'Tools', summary: 'None', step: 'Define Flow' },
  { id: 'mcp', label: 'MCP servers', summary: 'None' },
  { id: 'bases', label: 'Knowledge bases', summary: 'None', step: 'Define Flow' },
  { id: 'apps', label: 'Apps', summary: 'None' },
  { id: 'flows', label: 'Flows', summary: 'None' },
  { id: 'agents', label: 'Agents', summary: 'None' },
  { id: 'approval', label: 'Approval', summary: 'Asks when it matters', step: 'Additional Settings' },
  { id: 'guardrails', label: 'Guardrails', summary: 'Tasks are not checked' },
  { id: 'memory', label: 'Memory', summary: 'Remembers nobody' },
  { id: 'budget', label: 'Budget', summary: 'The most that one run may use' },
  { id: 'expert', label: 'Expert', summary: 'Temperature, context, form of the answer' },
] as const;

/** A crew has its agents in place of a model and tools. */
export const crewSettingGroups = [
  { id: 'about', label: 'About', summary: 'Name, description, who may use it', step: 'About' },
  { id: 'agents', label: 'Agents', summary: 'Choose who leads and who works', step: 'Agents' },
  {
    ...{ id: 'instructions', label: 'Instructions', step: 'Instructions' },
    summary: 'What all of its agents have to know',
  },
  { id: 'guardrails', label: 'Guardrails', summary: 'Tasks are not checked' },
  { id: 'budget', label: 'Budget', summary: 'The most that all of them together may use' },
] as const;

export const AgentSettings = z.object({
  name: setting(requiredText(150, 'Please enter a name'), { group: 'about', control: 'about' }),
  description: setting(text(2000).default(''), { group: 'about', under: 'name' }),
  instructions: setting(text(20_000).default(defaultAgentInstructions), {
    ...{ group: 'instructions', control: 'instructions', rows: 8 },
    help: 'What it should do, step by step, and what it must not do. Write as you would to a new colleague.',
  }),
  mode: setting(AgentMode.default('BUILDER'), {
    group: 'about',
    help: 'Where it comes from. A label for people and programs.',
    choices: [
      { value: 'CREW', label: 'Made for a crew' },
      { value: 'FLOW', label: 'Made for a flow' },
      { value: 'BUILDER', label: 'Built here' },
    ],
  }),
  agentType: setting(AgentType.default('Autonomous'), {
    ...{ group: 'about', label: 'Type' },
    help: 'What it is for. A label, too: its work follows from its settings.',
    choices: [
      { value: 'Supervisor', label: 'Supervisor: leads other agents' },
      { value: 'Autonomous', label: 'Autonomous: works by itself' },
      { value: 'Atelier Flow', label: 'Atelier Flow: follows a flow' },
    ],
  }),
  access: setting(AgentAccess.default('PRIVATE'), { group: 'about', under: 'name' }),
  /** Null stands for the company's default model. */
  modelId: setting(z.string().max(200).nullable().default(null), {
    ...{ group: 'model', control: 'model', label: 'Model' },
  }),
  tools: AgentTools.prefault({}),
  /** Knowledge bases that the agent searches, apps that it asks, flows that it runs, and agents that it hands work to. */
  knowledgeBaseIds: setting(ids(), {
    ...{ group: 'bases', control: 'bases', label: 'Knowledge bases' },
    help: 'It searches them, each with a tool of its own, and names the documents.',
  }),
  appIds: setting(ids(), {
    ...{ group: 'apps', control: 'apps', label: 'Apps' },
    help: 'It asks them questions, and reads their answers with their sources.',
  }),
  flowIds: setting(ids(), {
    ...{ group: 'flows', control: 'flows', label: 'Flows' },
    help: 'It starts them with an input, and reads what they return. They have to be published and on.',
  }),
  agentIds: setting(ids(), {
    ...{ group: 'agents', control: 'agents', label: 'Agents' },
    help: 'It hands parts of the work to them and waits for the result. They see nothing but the task that they are given.',
  }),
  approval: setting(AgentApproval.default('AS_NEEDED'), {
    ...{ group: 'approval', label: 'Before it does something outside', listedAs: 'Approval' },
    help: 'Searching and calculating never needs a person. This is about what has an effect: calling another system, for example.',
    choices: [
      {
        ...{ value: 'AS_NEEDED', label: 'Ask when it matters' },
        description:
          'As each tool says: most ask once the agent has read text by others, such as a web page or a document, because that text may have told it what to do.',
      },
      {
        ...{ value: 'ALWAYS', label: 'Always ask' },
        description: 'A person decides about each such call, and may change it first.',
      },
      {
        ...{ value: 'NEVER', label: 'Never ask' },
        description:
          'It acts by itself. Text that it reads can then make it act, so give it harmless tools only.',
      },
    ],
  }),
  budget: setting(AgentBudgetSettings.prefault({}), { group: 'budget' }),
  /** True when the agent keeps facts about the members who use it, for later conversations with them. */
  memory: setting(z.boolean().default(false), {
    ...{ group: 'memory', control: 'memory', label: 'Remember the people who use it', listedAs: 'Memory' },
    help: 'The agent notes what will matter to a person again, at most 100 sentences for each, and reads them when that person gives it another task. It remembers members, and people who were invited to an app that it answers; visitors and programs are not remembered.',
  }),
  /** The checks before a task reaches the model. */
  guardRail: setting(AgentGuardRail.prefault({}), {
    group: 'guardrails',
    control: 'guardrails',
    label: 'Guardrails',
  }),
  /** Sampling; null leaves it to the provider. */
  temperature: setting(z.number().min(0).max(2).nullable().default(null), {
    group: 'expert',
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
    group: 'expert',
    label: 'Context, tokens',
    help: 'The most that the model reads at once. At four fifths of it, older parts of the work are summed up.',
    step: 1000,
  }),
  replyTokens: setting(z.number().int().min(100).max(64_000).default(4000), {
    group: 'expert',
    label: 'Reply, tokens',
    help: 'The longest text that the model writes in one turn.',
    step: 100,
  }),
  /** A JSON Schema that the answer has to fit; null for text. */
  outputSchema: setting(JsonObject.nullable().default(null), {
    ...{ group: 'expert', control: 'schema', label: 'Form of the answer' },
    help: 'Leave it empty for an answer in plain words. With a schema, the answer is JSON that fits it, for programs that read it.',
  }),
  /** Null for an agent. A crew is an agent whose work others do: `agentIds` are its members, and `instructions` are for all of them. */
  crew: setting(CrewLead.nullable().default(null), { group: 'agents' }),
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

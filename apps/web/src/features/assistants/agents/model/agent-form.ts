import {
  type Agent,
  AgentSettings,
  agentSettingGroups,
  crewSettingGroups,
} from '@atelier/contracts/assistants/agents/agent-shapes';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { listSettings } from '@atelier/contracts/kernel/settings';
import { z } from 'zod';
import { formatCount } from '../../../../lib/format.ts';
import { stepsWith, withFields } from '../../../../lib/forms/setting-groups.tsx';

const isObject = (value: unknown): value is Record<string, z.core.util.JSONType> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The settings that the form shows, with their words and places. */
export const agentSettings = listSettings(AgentSettings);

/** A JSON Schema as its author writes it. An empty text stands for an answer in plain words. */
const SchemaText = z.string().transform((text, ctx) => {
  if (text.trim() === '') return null;
  const schema = parseJson(text);
  if (isObject(schema)) return schema;
  const message =
    schema === undefined
      ? 'This cannot be read as JSON. Please check quotes, commas and brackets.'
      : 'A schema is an object in curly brackets.';
  ctx.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** The contract's settings, with the schema of the answer as a text. */
export const AgentForm = AgentSettings.extend({ outputSchema: SchemaText });
export type AgentForm = z.output<typeof AgentForm>;
export type AgentFormInput = z.input<typeof AgentForm>;
export type AgentField = keyof AgentFormInput;

const toFormInput = ({ outputSchema, ...settings }: AgentSettings): AgentFormInput => ({
  ...settings,
  outputSchema: outputSchema === null ? '' : JSON.stringify(outputSchema, null, 2),
});

/** The initial values for a new agent: the contract's defaults. */
export const newAgentValues = (): AgentFormInput => ({
  ...toFormInput(AgentSettings.parse({ name: 'new' })),
  name: '',
});

/** The settings of an existing agent, without the fields that only the server sets. */
export const toAgentForm = (agent: Agent): AgentFormInput => toFormInput(AgentSettings.parse(agent));

/** The settings that name other things, by what the server calls them in a refusal. */
export const linkFields = ['knowledgeBaseIds', 'appIds', 'flowIds', 'agentIds'] as const;
export type LinkField = (typeof linkFields)[number];

/** The field that each error code of the server belongs to. */
export const fieldOfCode = {
  'agents.name_taken': 'name',
  'agents.circle': 'agentIds',
  'crews.supervisor_subordinate': 'agentIds',
  'agents.tool_not_found': 'tools',
} as const;

/** The groups of the form with their fields. */
export const agentGroups = withFields<AgentField>(agentSettingGroups, agentSettings);
export const crewGroups = withFields<AgentField>(crewSettingGroups, agentSettings);

export const agentSteps = stepsWith(agentGroups);
export const crewSteps = stepsWith(crewGroups);

const chosen = (ids: readonly unknown[] | undefined, one: string): string | undefined =>
  ids === undefined || ids.length === 0 ? undefined : formatCount(ids.length, one);

const approvalWords = { AS_NEEDED: undefined, ALWAYS: 'Always asks', NEVER: 'Never asks' };

/** The choices in a group at present; undefined where its summary says it. */
export const summarizeGroup = (values: AgentFormInput, group: string): string | undefined => {
  const { tools, crew, agentIds } = values;
  const summaries: Record<string, string | undefined> = {
    tools: chosen(tools?.toolList, 'tool'),
    mcp: chosen(tools?.mcpList, 'server'),
    bases: chosen(values.knowledgeBaseIds, 'knowledge base'),
    apps: chosen(values.appIds, 'app'),
    flows: chosen(values.flowIds, 'flow'),
    agents: crew && !crew.supervisorId ? undefined : chosen(agentIds, 'agent'),
    approval: approvalWords[values.approval ?? 'AS_NEEDED'],
    guardrails: values.guardRail?.enabled === true ? 'Tasks are checked' : undefined,
    memory: values.memory === true ? 'Remembers members' : undefined,
  };
  return summaries[group];
};

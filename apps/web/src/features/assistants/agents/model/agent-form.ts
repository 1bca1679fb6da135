import { type Agent, AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { listSettings } from '@atelier/contracts/kernel/settings';
import { z } from 'zod';

const isObject = (value: unknown): value is Record<string, z.core.util.JSONType> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The settings whose fields follow from their descriptions. */
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

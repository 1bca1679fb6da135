import type { Agent, AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { nameModel } from '../../../../lib/name-model.ts';

export interface AgentChange {
  setting: string;
  label: string;
  before: string;
  after: string;
}

type Written = (settings: Agent) => string;

const number = (value: number | null, unset: string): string =>
  value === null ? unset : value.toLocaleString('en');

const joinLinkNames = ({ links }: Agent, ids: readonly string[]): string => {
  const names = new Map(links.map(({ id, name }) => [id, name ?? 'No longer there']));
  return ids.map((id) => names.get(id) ?? id).join(', ');
};

const named =
  (field: 'knowledgeBaseIds' | 'appIds' | 'flowIds' | 'agentIds'): Written =>
  (agent) =>
    joinLinkNames(agent, agent[field]);

const approvals = { AS_NEEDED: 'Ask when it matters', ALWAYS: 'Always ask', NEVER: 'Never ask' };

/** The settings that versions differ in, in the order of the workbench, as people read them. */
const shown: readonly { setting: keyof AgentSettings; label: string; write: Written }[] = [
  { setting: 'name', label: 'Name', write: ({ name }) => name },
  { setting: 'description', label: 'Description', write: ({ description }) => description },
  { setting: 'instructions', label: 'Instructions', write: ({ instructions }) => instructions },
  {
    setting: 'modelId',
    label: 'Model',
    write: ({ modelId }) => (modelId === null ? 'Default' : nameModel(modelId)),
  },
  {
    setting: 'tools',
    label: 'Tools',
    write: (agent) =>
      joinLinkNames(
        agent,
        [...agent.tools.toolList, ...agent.tools.mcpList].map(({ _id }) => _id),
      ),
  },
  { setting: 'knowledgeBaseIds', label: 'Knowledge bases', write: named('knowledgeBaseIds') },
  { setting: 'appIds', label: 'Apps', write: named('appIds') },
  { setting: 'flowIds', label: 'Flows', write: named('flowIds') },
  {
    setting: 'crew',
    label: 'Supervisor',
    write: (agent) => (agent.crew?.supervisorId ? joinLinkNames(agent, [agent.crew.supervisorId]) : ''),
  },
  { setting: 'agentIds', label: 'Agents', write: named('agentIds') },
  { setting: 'approval', label: 'Approval', write: ({ approval }) => approvals[approval] },
  {
    setting: 'guardRail',
    label: 'Guardrails',
    write: ({ guardRail: { enabled, configs, blockedMessage } }) =>
      enabled
        ? [...configs.flatMap((each) => (each.enabled ? each.flow_list : [])), blockedMessage].join('; ')
        : 'Off',
  },
  {
    setting: 'memory',
    label: 'Memory',
    write: ({ memory }) => (memory ? 'Remembers members' : 'Remembers nobody'),
  },
  {
    setting: 'budget',
    label: 'Budget',
    write: ({ budget: { turns, tokens, seconds, credits } }) =>
      `${number(turns, '')} turns, ${number(tokens, '')} tokens, ${number(seconds, '')} seconds, ${number(credits, 'no limit of')} credits`,
  },
  {
    setting: 'temperature',
    label: 'Temperature',
    write: ({ temperature }) => number(temperature, 'The provider’s'),
  },
  {
    setting: 'contextTokens',
    label: 'Context, tokens',
    write: ({ contextTokens }) => number(contextTokens, ''),
  },
  { setting: 'replyTokens', label: 'Reply, tokens', write: ({ replyTokens }) => number(replyTokens, '') },
  {
    setting: 'outputSchema',
    label: 'Form of the answer',
    write: ({ outputSchema }) => (outputSchema === null ? '' : JSON.stringify(outputSchema, null, 2)),
  },
];

/** Returns the settings that differ between a version and the present draft. */
export const changesBetween = (then: Agent, now: Agent): AgentChange[] =>
  shown.flatMap(({ setting, label, write }) => {
    const [before, after] = [write(then), write(now)];
    return before === after ? [] : [{ setting, label, before, after }];
  });

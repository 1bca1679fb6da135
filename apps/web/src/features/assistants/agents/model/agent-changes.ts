import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { Setting } from '@atelier/contracts/kernel/settings';
import { nameModel } from '../../../../lib/name-model.ts';
import { agentSettings } from './agent-form.ts';

export interface AgentChange {
  setting: string;
  label: string;
  before: string;
  after: string;
}

const joinLinkNames = ({ links }: Agent, ids: readonly string[]): string => {
  const names = new Map(links.map(({ id, name }) => [id, name ?? 'No longer there']));
  return ids.map((id) => names.get(id) ?? id).join(', ');
};

const joinReferences = (agent: Agent, list: readonly { _id: string }[]): string =>
  joinLinkNames(
    agent,
    list.map(({ _id }) => _id),
  );

/** The settings whose values need words of their own. */
const written: Record<string, (agent: Agent) => string> = {
  modelId: ({ modelId }) => (modelId === null ? 'Default' : nameModel(modelId)),
  'tools.toolList': (agent) => joinReferences(agent, agent.tools.toolList),
  'tools.mcpList': (agent) => joinReferences(agent, agent.tools.mcpList),
  knowledgeBaseIds: (agent) => joinLinkNames(agent, agent.knowledgeBaseIds),
  appIds: (agent) => joinLinkNames(agent, agent.appIds),
  flowIds: (agent) => joinLinkNames(agent, agent.flowIds),
  agentIds: (agent) => joinLinkNames(agent, agent.agentIds),
  'crew.supervisorId': (agent) =>
    agent.crew?.supervisorId ? joinLinkNames(agent, [agent.crew.supervisorId]) : '',
  guardRail: ({ guardRail: { enabled, configs, blockedMessage } }) =>
    enabled
      ? [...configs.flatMap((each) => (each.enabled ? each.flow_list : [])), blockedMessage].join('; ')
      : 'Off',
  memory: ({ memory }) => (memory ? 'Remembers members' : 'Remembers nobody'),
  'budget.credits': ({ budget: { credits } }) => credits?.toLocaleString('en') ?? 'No limit',
  temperature: ({ temperature }) => temperature?.toLocaleString('en') ?? 'The provider’s',
  outputSchema: ({ outputSchema }) => (outputSchema === null ? '' : JSON.stringify(outputSchema, null, 2)),
};

const readPath = (agent: Agent, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], agent);

const write = (agent: Agent, { path, choices }: Setting): string => {
  const own = written[path];
  if (own) return own(agent);
  const value = readPath(agent, path);
  if (typeof value === 'number') return value.toLocaleString('en');
  return choices?.find((choice) => choice.value === value)?.label ?? String(value);
};

/** Access to an agent belongs to no version. */
const ofVersions = agentSettings.filter(({ path }) => path !== 'access');

/** Returns the settings that differ between a version and the present draft. */
export const changesBetween = (then: Agent, now: Agent): AgentChange[] =>
  ofVersions.flatMap((setting) => {
    const { path, label, listedAs = label } = setting;
    const [before, after] = [write(then, setting), write(now, setting)];
    return before === after ? [] : [{ setting: path, label: listedAs, before, after }];
  });

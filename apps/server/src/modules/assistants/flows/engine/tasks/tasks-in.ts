import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { TaskPlan } from '@atelier/pieces';

/** The things that a flow starts, as far as they are known before the flow runs. */
export interface FlowLinks {
  tasks: { taker: TaskPlan['taker']; id: string }[];
  agentIds: string[];
  flowIds: string[];
  appIds: string[];
}

const isFixed = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('{{');

const fixedTexts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter(isFixed);

/** The fields of actions that name what they start. */
const linkFields = {
  'agents.run_agent': ['agentIds', 'agentId'],
  'agents.run_crew': ['agentIds', 'crewId'],
  'sub-flow.call_flow': ['flowIds', 'flowId'],
  'knowledge.run_app': ['appIds', 'appId'],
} as const;

const takers: Record<string, TaskPlan['taker'] | undefined> = {
  'agents.run_agent': 'AGENT',
  'agents.run_crew': 'CREW',
};

const isLinking = (action: string): action is keyof typeof linkFields => Object.hasOwn(linkFields, action);

/** Lists what the steps of a flow start. Names that expressions compute are known only in a run, which is bounded. */
export const linksIn = ({ steps }: Flow): FlowLinks => {
  const links: FlowLinks = { tasks: [], agentIds: [], flowIds: [], appIds: [] };
  for (const step of Object.values(steps)) {
    if (step.type !== 'PIECE' || step.isSkipped) continue;
    const { pieceName, actionName, input } = step.settings;
    const action = `${pieceName}.${actionName}`;
    if (!isLinking(action)) continue;
    const [kind, field] = linkFields[action];
    const ids = fixedTexts(input[field]);
    links[kind].push(...ids);
    const taker = takers[action];
    if (taker) links.tasks.push(...ids.map((id) => ({ taker, id })));
  }
  return links;
};

import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { checkInput } from '../../../../kernel/base/check-input.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { createAgent, publishAgent, removeAgent } from '../../agents/index.ts';
import { createPublishedFlow } from '../../flows/index.ts';
import type { Target } from '../targets.ts';
import type { TemplateAgent, TemplateTarget } from '../templates/template.ts';

interface Naming {
  workerName: string;
  access: AgentSettings['access'];
}

const longestName = 150;

/** Creates and publishes an agent. Its id is noted before it is published, so that it can be deleted when that fails. */
const publish = async (ctx: Ctx, settings: AgentSettings, made: string[]) => {
  const { agentId } = await createAgent(ctx, settings);
  made.push(agentId);
  await publishAgent(ctx, agentId);
  return agentId;
};

const toAgentSettings = (agent: TemplateAgent, name: string, access: AgentSettings['access']) =>
  checkInput(AgentSettings, { ...agent, name, access });

/** Shortens the name of the worker rather than that of the agent, by which the agents of a crew differ. */
const nameInCrew = (workerName: string, { name }: TemplateAgent): string =>
  `${workerName.slice(0, longestName - `: ${name}`.length)}: ${name}`;

const make = async (
  ctx: Ctx,
  target: TemplateTarget,
  { workerName, access }: Naming,
  made: string[],
): Promise<Target> => {
  if (target.kind === 'AGENT')
    return { kind: 'AGENT', id: await publish(ctx, toAgentSettings(target.agent, workerName, access), made) };
  if (target.kind === 'FLOW')
    return {
      kind: 'FLOW',
      id: await createPublishedFlow(ctx, { ...target.content, displayName: workerName }),
    };
  const agentIds: string[] = [];
  for (const agent of target.agents)
    agentIds.push(await publish(ctx, toAgentSettings(agent, nameInCrew(workerName, agent), access), made));
  const crew = { supervisorId: agentIds[0] ?? null };
  const common = {
    name: workerName,
    access,
    instructions: target.instructions,
    mode: 'CREW',
    agentType: 'Supervisor',
  };
  const settings = checkInput(AgentSettings, { ...common, agentIds, crew });
  return { kind: 'CREW', id: await publish(ctx, settings, made) };
};

/**
 * Makes what a template runs, published. When something is missing, for example a language model, nothing stays. Throws `agents.incomplete` and
 * `agents.name_taken`.
 */
export const makeTarget = async (ctx: Ctx, target: TemplateTarget, naming: Naming): Promise<Target> => {
  const made: string[] = [];
  try {
    return await make(ctx, target, naming, made);
  } catch (error) {
    for (const id of made.reverse()) await removeAgent(ctx, id, true);
    throw error;
  }
};

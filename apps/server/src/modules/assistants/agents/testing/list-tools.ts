import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { asOwner, versionedAgents } from '../agent-drafts.ts';
import { resolveTools } from '../engine/resolved-agent.ts';
import { canWriteAgent } from '../policy.ts';
import { agentRepository } from '../repository.ts';

interface NamedTool {
  /** The name that the model uses. */
  name: string;
  title: string;
}

/** The agents whose tools are used: the agent itself as its draft has it, or those that work in a crew. */
const findCrewSettings = (
  ctx: Ctx,
  agentId: string,
): Promise<{ agentId: string; settings: AgentSettings }[]> =>
  ctx.tx(async (tx) => {
    if (!canWriteAgent(tx)) fail('agents.not_found');
    const agent = await versionedAgents.find(tx, agentId);
    const { row } = await versionedAgents.findVersion(tx, agentId, agent.newestVersionId);
    const own = AgentSettings.parse(row.settings);
    if (own.crew === null) return [{ agentId, settings: own }];
    const members = await agentRepository.listByIds(tx.db, own.agentIds, undefined);
    return Promise.all(
      members.map(async ({ id, publishedVersionId, newestVersionId }) => {
        const version = await versionedAgents.findVersion(tx, id, publishedVersionId ?? newestVersionId);
        return { agentId: id, settings: AgentSettings.parse(version.row.settings) };
      }),
    );
  });

/** Lists the tools that an agent, or those who work in a crew, may call. Throws `agents.not_found`. */
export const listAgentTools = async (ctx: Ctx, agentId: string): Promise<{ items: NamedTool[] }> => {
  const byName = new Map<string, string>();
  for (const { agentId: id, settings } of await findCrewSettings(ctx, agentId)) {
    const owner = await asOwner(ctx, id);
    const tools = await owner.tx((tx) => resolveTools(tx, settings));
    for (const { name, title } of tools) byName.set(name, title);
  }
  return { items: [...byName].map(([name, title]) => ({ name, title })) };
};

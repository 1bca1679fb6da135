import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { visibleAgents } from '../agent-entity.ts';
import { canRunAgent } from '../policy.ts';
import { agentRepository, versionRepository } from '../repository.ts';
import type { AgentRow } from '../tables.ts';

/** An agent that programs may ask. */
export interface AgentForPrograms {
  agentId: string;
  versionId: string;
  name: string;
  description: string;
}

/** The most agents that are listed. */
const mostListed = 200;

const present = ({ id, publishedVersionId, name, description }: AgentRow): AgentForPrograms[] =>
  publishedVersionId === null ? [] : [{ agentId: id, versionId: publishedVersionId, name, description }];

/** Lists the agents that are published and switched on, and that the actor may run: only crews, only agents without a crew, or both. */
export const listAgentsForPrograms = (ctx: AnyCtx, isCrew?: boolean): Promise<AgentForPrograms[]> =>
  canRunAgent(ctx)
    ? ctx.tx(async (tx) => {
        const filter = { isReady: true, isCrew, visible: visibleAgents(tx) };
        return (await agentRepository.newest(tx.db, filter, mostListed)).flatMap(present);
      })
    : Promise.resolve([]);

/** Finds an agent that the actor may run; undefined also when it is switched off or not published. */
export const findAgentForPrograms = (ctx: AnyCtx, agentId: string): Promise<AgentForPrograms | undefined> =>
  canRunAgent(ctx)
    ? ctx.tx(async (tx) => {
        const row = await agentRepository.find(tx.db, agentId, visibleAgents(tx));
        return row?.active ? present(row)[0] : undefined;
      })
    : Promise.resolve(undefined);

/** Returns true when the answers of a version have a form of their own, so that they count only when they are whole. */
export const hasOutputSchema = async (
  tx: TxCtx,
  { agentId, versionId }: Pick<AgentForPrograms, 'agentId' | 'versionId'>,
): Promise<boolean> => {
  const version = await versionRepository.find(tx.db, agentId, versionId);
  return Boolean(version?.row.settings.outputSchema);
};

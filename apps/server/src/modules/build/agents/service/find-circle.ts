import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findAnswererOf } from '../../apps/index.ts';
import { agentRepository } from '../repository.ts';
import { versionRepository } from '../versions/repository.ts';

/** What an agent or an app asks. */
interface Asked {
  agentIds: readonly string[];
  appIds: readonly string[];
}

/** The most agents that are looked at for a circle. A larger net counts as one. */
const mostLooked = 200;

const askedBy = async (tx: TxCtx, agentId: string): Promise<Asked> => {
  const row = await agentRepository.find(tx.db, agentId);
  const version = row && (await versionRepository.find(tx.db, agentId, row.newestVersionId));
  return version?.row.settings ?? { agentIds: [], appIds: [] };
};

const answeringAgents = async (tx: TxCtx, appIds: readonly string[]): Promise<string[]> => {
  const found = await Promise.all(appIds.map((appId) => findAnswererOf(tx, appId)));
  return found.flatMap((each) => (each?.orchestration === 'AGENT' ? (each.answererId ?? []) : []));
};

/** Returns true when those who are asked, or whom they ask in turn, include one that `isGoal` accepts. */
const leadsTo = async (
  tx: TxCtx,
  first: Asked,
  isGoal: (goal: { agentId?: string; appId?: string }) => boolean,
): Promise<boolean> => {
  const seen = new Set<string>();
  const waiting = [first];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seen.size > mostLooked || next.appIds.some((appId) => isGoal({ appId }))) return true;
    for (const agentId of [...next.agentIds, ...(await answeringAgents(tx, next.appIds))]) {
      if (isGoal({ agentId })) return true;
      if (seen.has(agentId)) continue;
      seen.add(agentId);
      waiting.push(await askedBy(tx, agentId));
    }
  }
  return false;
};

/** Returns true when an agent with these links would be asked by those that it asks. */
export const comesBackTo = (tx: TxCtx, agentId: string, links: Asked): Promise<boolean> =>
  leadsTo(tx, links, (goal) => goal.agentId === agentId);

/** Returns true when an agent asks the app, or agents and apps that ask it in turn. */
export const leadsToApp = (tx: TxCtx, agentId: string, appId: string): Promise<boolean> =>
  leadsTo(tx, { agentIds: [agentId], appIds: [] }, (goal) => goal.appId === appId);

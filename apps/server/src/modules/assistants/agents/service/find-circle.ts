import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findAppAnswerer } from '../../apps/index.ts';
import { findFlowLinks } from '../../flows/index.ts';
import { agentRepository, versionRepository } from '../repository.ts';

/** The agents, apps and flows that an agent, an app or a flow asks or starts. */
interface Asked {
  agentIds: readonly string[];
  appIds: readonly string[];
  flowIds: readonly string[];
}

/** The most agents and flows that are looked at for a circle. A larger net counts as one. */
const mostLooked = 200;

const askedBy = async (tx: TxCtx, agentId: string): Promise<Asked> => {
  const row = await agentRepository.find(tx.db, agentId);
  const version = row && (await versionRepository.find(tx.db, agentId, row.newestVersionId));
  return version?.row.settings ?? nothing;
};

const nothing: Asked = { agentIds: [], appIds: [], flowIds: [] };

/** Returns what answers apps. */
const askedByApps = async (tx: TxCtx, appIds: readonly string[]): Promise<Asked> => {
  const found = await Promise.all(appIds.map((appId) => findAppAnswerer(tx, appId)));
  const selectAnswererIds = (orchestration: string) =>
    found.flatMap((each) => (each?.orchestration === orchestration ? (each.answererId ?? []) : []));
  return { agentIds: selectAnswererIds('AGENT'), appIds: [], flowIds: selectAnswererIds('FLOW') };
};

type Goal = { agentId?: string; appId?: string; flowId?: string };

/** Returns true when those who are asked, or whom they ask in turn, include one that `isGoal` accepts. */
const leadsTo = async (tx: TxCtx, first: Asked, isGoal: (goal: Goal) => boolean): Promise<boolean> => {
  const seen = new Set<string>();
  const waiting = [first];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seen.size > mostLooked || next.appIds.some((appId) => isGoal({ appId }))) return true;
    const apps = await askedByApps(tx, next.appIds);
    for (const agentId of [...next.agentIds, ...apps.agentIds]) {
      if (isGoal({ agentId })) return true;
      if (!seen.has(agentId)) waiting.push(await askedBy(tx, agentId));
      seen.add(agentId);
    }
    for (const flowId of [...next.flowIds, ...apps.flowIds]) {
      if (isGoal({ flowId })) return true;
      if (!seen.has(flowId)) waiting.push((await findFlowLinks(tx, flowId)) ?? nothing);
      seen.add(flowId);
    }
  }
  return false;
};

/** Returns true when an agent with these links would be asked by those that it asks. */
export const comesBackTo = (tx: TxCtx, agentId: string, links: Asked): Promise<boolean> =>
  leadsTo(tx, links, (goal) => goal.agentId === agentId);

/** Returns true when an agent asks the app, or agents and apps that ask it in turn. */
export const leadsToApp = (tx: TxCtx, agentId: string, appId: string): Promise<boolean> =>
  leadsTo(tx, { ...nothing, agentIds: [agentId] }, (goal) => goal.appId === appId);

/** Returns true when an agent runs the flow, or is followed by agents, apps and flows that do. */
export const leadsToFlow = (tx: TxCtx, agentId: string, flowId: string): Promise<boolean> =>
  leadsTo(tx, { ...nothing, agentIds: [agentId] }, (goal) => goal.flowId === flowId);

import type { Agent, AgentLine, AgentRecord } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { agents } from '@atelier/contracts/assistants/agents/agents';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { versionedAgents } from '../agent-drafts.ts';
import { visibleAgents } from '../agent-entity.ts';
import { presentAgent, presentLine } from '../present.ts';
import { agentRepository, type ListedAgent } from '../repository.ts';
import { readLinks } from './read-links.ts';

type ListQuery = RequestOf<(typeof agents.endpoints)['list']>['query'];

/** A line of a list, with those who do the work of a crew. */
interface ListedLine extends Pick<ListedAgent, 'team'> {
  line: AgentLine;
}

/** Lists the agents, or the crews, that the actor may see, as `present` shows them. */
export const listLines = <T>(
  ctx: AnyCtx,
  { isCrew, ...query }: Omit<ListQuery, 'tenantId'> & { isCrew: boolean },
  present: (tx: TxCtx, listed: ListedLine[]) => Promise<T[]>,
) =>
  ctx.tx(async (tx) => {
    const filter = { ...query, isCrew, visible: visibleAgents(tx) };
    const { rows, nextCursor, total } = await agentRepository.list(tx.db, filter, query);
    const listed = rows.map((each) => ({ line: presentLine(tx, each), team: each.team }));
    return { items: await present(tx, listed), nextCursor, total };
  });

export const listAgents = (ctx: AnyCtx, query: ListQuery) =>
  listLines(ctx, { ...query, isCrew: false }, (_tx, listed) =>
    Promise.resolve(listed.map(({ line }) => line)),
  );

/** Reads an agent as its newest version, or another one, has it. Throws `agents.not_found` and `agents.version_not_found`. */
export const getAgent = (ctx: AnyCtx, id: string, versionId?: string): Promise<Agent> =>
  ctx.tx(async (tx) => {
    const row = await versionedAgents.find(tx, id);
    const newest = await versionedAgents.findVersion(tx, id, row.newestVersionId);
    const shown = versionId === undefined ? newest : await versionedAgents.findVersion(tx, id, versionId);
    const links = await readLinks(tx, shown.row.settings);
    return presentAgent(tx, row, { newest: newest.row, shown, links });
  });

/** Reads an agent as a record names what it carries. Throws `agents.not_found`. */
export const getAgentRecord = async (ctx: AnyCtx, id: string): Promise<AgentRecord> => {
  const agent = await getAgent(ctx, id);
  const { toolList, mcpList } = agent.tools;
  return { ...agent, tools: toolList.map(({ _id }) => _id), mcps: mcpList.map(({ _id }) => _id) };
};

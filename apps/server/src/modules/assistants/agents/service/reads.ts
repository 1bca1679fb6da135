import type { Agent, AgentLine, AgentRecord } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { agents } from '@atelier/contracts/assistants/agents/agents';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { visibleAgents } from '../agent-entity.ts';
import { presentAgent, presentLine } from '../present.ts';
import { agentRepository, type ListedAgent } from '../repository.ts';
import type { AgentRow } from '../tables.ts';
import { type NamedVersion, versionRepository } from '../versions/repository.ts';
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

/** Returns the agent. Throws `agents.not_found` also when the actor may not see it. */
export const findAgent = async (tx: TxCtx, id: string): Promise<AgentRow> =>
  (await agentRepository.find(tx.db, id, visibleAgents(tx))) ?? fail('agents.not_found');

/** Returns the agent, which nobody else changes until the transaction ends. Throws `agents.not_found`. */
export const lockAgent = async (tx: TxCtx, id: string): Promise<AgentRow> =>
  (await agentRepository.lock(tx.db, id, visibleAgents(tx))) ?? fail('agents.not_found');

/** Throws `agents.version_not_found`. */
export const findVersion = async (tx: TxCtx, agentId: string, versionId: string): Promise<NamedVersion> =>
  (await versionRepository.find(tx.db, agentId, versionId)) ?? fail('agents.version_not_found');

/** Reads an agent as its newest version, or another one, has it. Throws `agents.not_found` and `agents.version_not_found`. */
export const getAgent = (ctx: AnyCtx, id: string, versionId?: string): Promise<Agent> =>
  ctx.tx(async (tx) => {
    const row = await findAgent(tx, id);
    const newest = await findVersion(tx, id, row.newestVersionId);
    const shown = versionId === undefined ? newest : await findVersion(tx, id, versionId);
    const links = await readLinks(tx, shown.row.settings);
    return presentAgent(tx, row, { newest: newest.row, shown, links });
  });

/** Reads an agent as a record names what it carries. Throws `agents.not_found`. */
export const getAgentRecord = async (ctx: AnyCtx, id: string): Promise<AgentRecord> => {
  const agent = await getAgent(ctx, id);
  const { toolList, mcpList } = agent.tools;
  return { ...agent, tools: toolList.map(({ _id }) => _id), mcps: mcpList.map(({ _id }) => _id) };
};

import type { Agent } from '@atelier/contracts/build/agents/agent-shapes';
import type { agents } from '@atelier/contracts/build/agents/agents';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { closePage } from '../../../../kernel/db/paging.ts';
import { presentAgent, presentLine } from '../present.ts';
import { agentRepository } from '../repository.ts';
import type { AgentRow } from '../tables.ts';
import { type NamedVersion, versionRepository } from '../versions/repository.ts';
import { visibleAgents } from '../visible-agents.ts';
import { readLinks } from './read-links.ts';

type ListQuery = RequestOf<(typeof agents.endpoints)['list']>['query'];

export const listAgents = (ctx: AnyCtx, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const page = await agentRepository.list(tx.db, { ...query, visible: visibleAgents(tx) }, query);
    const { rows, nextCursor, total } = closePage(page, query.limit);
    return { items: rows.map((listed) => presentLine(tx, listed)), nextCursor, total };
  });

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

import type { AgentMemory, agentMemories } from '@atelier/contracts/build/agents/agent-memories';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { closePage } from '../../../../kernel/db/paging.ts';
import { type ListedMemory, memoryRepository } from './memory-repository.ts';

type ListQuery = RequestOf<(typeof agentMemories.endpoints)['list']>['query'];

/** The member whose facts are meant: never anybody but the caller. */
const personOf = ({ actor }: AnyCtx): string =>
  'userId' in actor ? actor.userId : fail('agents.memory_not_found');

const present = ({ row, agentName }: ListedMemory): AgentMemory => ({
  memoryId: row.id,
  agentId: row.agentId,
  agentName,
  fact: row.fact,
  isForeign: row.isForeign,
  runId: row.runId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Lists what agents remember about the caller. */
export const listMemories = (ctx: AnyCtx, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const page = closePage(await memoryRepository.list(tx.db, personOf(tx), query), query.limit);
    return { ...page, rows: undefined, items: page.rows.map(present) };
  });

/** Corrects a fact, which is the member's own word from then on. Throws `agents.memory_not_found`. */
export const correctMemory = (ctx: AnyCtx, id: string, fact: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const change = { fact, isForeign: false, runId: null };
    const row = await memoryRepository.update(tx.db, personOf(tx), id, change);
    if (!row) fail('agents.memory_not_found');
    await tx.audit('agents.memory_corrected', id);
  });

/** Throws `agents.memory_not_found`. */
export const removeMemory = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    if (!(await memoryRepository.remove(tx.db, personOf(tx), id))) fail('agents.memory_not_found');
    await tx.audit('agents.memory_deleted', id);
  });

/** Deletes all that one agent, or every agent, remembers about the caller. Returns how many facts there were. */
export const removeAllMemories = (ctx: AnyCtx, agentId: string | undefined): Promise<number> =>
  ctx.tx(async (tx) => {
    const deleted = await memoryRepository.removeAll(tx.db, personOf(tx), agentId);
    await tx.audit('agents.memories_deleted', agentId ?? personOf(tx), { deleted });
    return deleted;
  });

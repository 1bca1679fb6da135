import type { AgentMemory, agentMemories } from '@atelier/contracts/assistants/agents/agent-memories';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { type ListedMemory, memoryRepository } from './memory-repository.ts';
import type { Person } from './person.ts';

type ListQuery = RequestOf<(typeof agentMemories.endpoints)['list']>['query'];

/** The person whose facts are meant: never anybody but the caller. A program acts for the member who has its key. */
const toPerson = (ctx: AnyCtx): Person => {
  const [userId, { actor }] = [findUserId(ctx), ctx];
  if (userId !== null) return { kind: 'MEMBER', id: userId };
  return actor.kind === 'app-user'
    ? { kind: 'APP_USER', id: actor.appUserId }
    : fail('agents.memory_not_found');
};

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
    const page = await memoryRepository.list(tx.db, toPerson(tx), query);
    return { ...page, rows: undefined, items: page.rows.map(present) };
  });

type OwnQuery = RequestOf<(typeof agentMemories.endpoints)['listOwn']>['query'];

/** Lists what agents remember about an app user, without the names of the agents, which app users do not know. */
export const listOwnMemories = (ctx: AnyCtx, query: OwnQuery) =>
  ctx.tx(async (tx) => {
    const order = { ...query, sort: 'updatedAt', order: 'desc' } as const;
    const page = await memoryRepository.list(tx.db, toPerson(tx), order);
    const items = page.rows.map(({ row: { id, fact, updatedAt } }) => ({
      ...{ memoryId: id, fact, updatedAt: updatedAt.toISOString() },
    }));
    return { ...page, rows: undefined, items };
  });

/**
 * Corrects a fact. It is the member's own word from then on, and as foreign as all that they say where it is an app user who corrects it.
 * Throws `agents.memory_not_found`.
 */
export const correctMemory = (ctx: AnyCtx, id: string, fact: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const caller = toPerson(tx);
    const change = { fact, isForeign: caller.kind === 'APP_USER', runId: null };
    const row = await memoryRepository.update(tx.db, caller, id, change);
    if (!row) fail('agents.memory_not_found');
    await tx.audit('agents.memory_corrected', id);
  });

/** Throws `agents.memory_not_found`. */
export const removeMemory = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    if (!(await memoryRepository.remove(tx.db, toPerson(tx), id))) fail('agents.memory_not_found');
    await tx.audit('agents.memory_deleted', id);
  });

/** Deletes all that one agent, or every agent, remembers about the caller. Returns how many facts there were. */
export const removeAllMemories = (ctx: AnyCtx, agentId: string | undefined): Promise<number> =>
  ctx.tx(async (tx) => {
    const deleted = await memoryRepository.removeAll(tx.db, toPerson(tx), agentId);
    await tx.audit('agents.memories_deleted', agentId ?? toPerson(tx).id, { deleted });
    return deleted;
  });

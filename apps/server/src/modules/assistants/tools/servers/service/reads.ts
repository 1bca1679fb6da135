import type { Mcp } from '@atelier/contracts/assistants/tools/mcp-shapes';
import type { mcps } from '@atelier/contracts/assistants/tools/mcps';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { findToolUses } from '../../tool-uses.ts';
import { presentLines, presentMcp } from '../present.ts';
import { mcpRepository } from '../repository.ts';

type ListQuery = RequestOf<(typeof mcps.endpoints)['list']>['query'];

export const listServers = (ctx: AnyCtx, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const page = await mcpRepository.list(tx.db, query);
    const { rows, nextCursor, total } = page;
    return { items: await presentLines(tx, rows), nextCursor, total };
  });

/** Throws `mcps.not_found`. */
export const getServer = (ctx: AnyCtx, id: string): Promise<Mcp> =>
  ctx.tx(async (tx) => presentMcp(tx, (await mcpRepository.find(tx.db, id)) ?? fail('mcps.not_found')));

/** Reads who uses a server. Throws `mcps.not_found`. */
export const readServerRemoval = (ctx: AnyCtx, id: string) =>
  ctx.tx(async (tx) => {
    if (!(await mcpRepository.find(tx.db, id))) fail('mcps.not_found');
    return { usedBy: await findToolUses(tx, id) };
  });

/** Deletes a server. Agents go on without it, also those that are at work. Throws `mcps.not_found`. */
export const removeServer = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = (await mcpRepository.remove(tx.db, id)) ?? fail('mcps.not_found');
    await tx.audit('mcps.removed', id, { name: row.name });
  });

import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { toolRepository } from '../repository.ts';
import { findToolUses } from '../tool-uses.ts';

/** Reads who uses a tool. Throws `tools.not_found`. */
export const readRemoval = (ctx: AnyCtx, id: string) =>
  ctx.tx(async (tx) => {
    if (!(await toolRepository.find(tx.db, id))) fail('tools.not_found');
    return { usedBy: await findToolUses(tx, id) };
  });

/** Deletes a tool. Agents go on without it, also those that are at work. Throws `tools.not_found`. */
export const removeTool = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = (await toolRepository.remove(tx.db, id)) ?? fail('tools.not_found');
    await tx.audit('tools.removed', id, { name: row.name });
  });

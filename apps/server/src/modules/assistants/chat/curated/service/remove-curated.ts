import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../../kernel/entities/entity-kind.ts';
import { curatedRepository } from '../repository.ts';

/** Deletes a curated answer of a visible app. Throws `suggestions.not_found`. */
export const removeCurated = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = (await curatedRepository.find(tx.db, id)) ?? fail('suggestions.not_found');
    if (!(await findEntityNames(tx, [row.appId])).has(row.appId)) fail('suggestions.not_found');
    await curatedRepository.remove(tx.db, id);
    await tx.audit('suggestions.removed', id, { appId: row.appId });
  });

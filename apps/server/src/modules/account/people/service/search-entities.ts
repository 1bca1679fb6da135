import type { FoundEntity } from '@atelier/contracts/account/people/people';
import type { Ctx } from '../../../../kernel/context/context.ts';

/** Searches entities of every kind by name. Each kind returns only what the caller may see (TENANT-19). */
export const searchEntities = (
  ctx: Ctx,
  { search, limit }: { search: string; limit: number },
): Promise<FoundEntity[]> =>
  ctx.tx(async (tx) => {
    const found: FoundEntity[] = [];
    for (const { kind, addressOf, search: searchKind } of tx.services.entities) {
      const entities = await searchKind(tx, { search, limit });
      found.push(...entities.map(({ id, name }) => ({ entityId: id, kind, name, address: addressOf(id) })));
    }
    return found.slice(0, limit);
  });

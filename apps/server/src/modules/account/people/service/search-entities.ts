import type { FoundEntity } from '@atelier/contracts/account/people/people';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import type { Services } from '../../../../kernel/services/services.ts';
import { type SearchedKind, searchedKinds } from '../extension-points.ts';

interface Query {
  search: string;
  limit: number;
}

/** The kinds of things that users make, and after them the kinds of their parts. */
const listKinds = ({ extensions }: Services): SearchedKind[] => [
  ...extensions.of(entityKinds).map(({ kind, label, permission, buildPagePath, search }) => ({
    ...{ kind, label: label.one, permission },
    search: async (...query: Parameters<typeof search>) =>
      (await search(...query)).map(({ id, name }) => ({ id, name, address: buildPagePath(id) })),
  })),
  ...extensions.of(searchedKinds),
];

/** 0 for the name itself, 1 for its beginning, 2 for the beginning of one of its words, 3 for anything else. */
const distance = (name: string, search: string): number => {
  const [whole, part] = [name.toLowerCase(), search.toLowerCase()];
  if (whole === part) return 0;
  if (whole.startsWith(part)) return 1;
  return whole.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(part)) ? 2 : 3;
};

/**
 * Searches things of every kind by name. Each kind returns only what the caller may see (TENANT-19). The names that are nearest to the search
 * come first; among equally near ones each kind gets its turn, so that none hides another.
 */
export const searchEntities = (ctx: Ctx, { search, limit }: Query): Promise<FoundEntity[]> =>
  ctx.tx(async (tx) => {
    const ranked: { found: FoundEntity; near: number; turn: number }[] = [];
    for (const { kind, label, permission, search: searchKind } of listKinds(tx.services)) {
      const things = tx.may(permission) ? await searchKind(tx, { search, limit }) : [];
      const near = things.map((thing) => ({ thing, near: distance(thing.name, search) }));
      near.sort((one, other) => one.near - other.near);
      for (const [turn, { thing, near: at }] of near.entries()) {
        const { id: entityId, name, address } = thing;
        ranked.push({ found: { entityId, kind, label, name, address }, near: at, turn });
      }
    }
    ranked.sort((one, other) => one.near - other.near || one.turn - other.turn);
    return ranked.slice(0, limit).map(({ found }) => found);
  });

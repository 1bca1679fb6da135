import type { SharedThing, sharedThings } from '@atelier/contracts/account/shared-things';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import { type EntityKind, entityKinds, type WaitingAt } from '../../../../kernel/entities/entity-kind.ts';
import { tenantMembers } from '../../tenancy/index.ts';
import { type SharedRow, sharedRepository } from '../shared-repository.ts';

type ListQuery = RequestOf<(typeof sharedThings)['endpoints']['list']>['query'];

interface Known {
  kinds: ReadonlyMap<string, EntityKind>;
  makers: ReadonlyMap<string, string>;
  waiting: ReadonlyMap<string, WaitingAt>;
}

const present = (
  { id, kind, name, isShared, madeBy, givenAt, givenBy }: SharedRow,
  { kinds, makers, waiting }: Known,
): SharedThing[] => {
  const { label, buildPagePath } = kinds.get(kind) ?? {};
  if (label === undefined || buildPagePath === undefined) return [];
  const waits = waiting.get(id);
  const maker = isShared ? null : (makers.get(madeBy ?? '') ?? null);
  return [
    {
      ...{ entityId: id, kind, label: label.one, name, address: buildPagePath(id) },
      sharedBy: givenAt === null ? maker : givenBy,
      sharedAt: givenAt?.toISOString() ?? null,
      waiting: waits ? { count: waits.count, address: waits.address } : null,
    },
  ];
};

const nameMakers = async (tx: TxCtx, rows: readonly SharedRow[]): Promise<Map<string, string>> => {
  const userIds = [...new Set(rows.flatMap(({ madeBy }) => madeBy ?? []))];
  const members = userIds.length === 0 ? [] : await tenantMembers.list(tx, { userIds });
  return new Map(members.map(({ userId, name }) => [userId, name]));
};

/** Lists what the actor may see and did not make, of every kind. */
export const listShared = (ctx: Ctx, { search, limit, cursor, sort, order }: ListQuery) =>
  ctx.tx(async (tx) => {
    const kinds = tx.services.extensions.of(entityKinds).filter(({ permission }) => tx.may(permission));
    const waiting: WaitingAt[] = [];
    for (const kind of kinds) waiting.push(...((await kind.listWaiting?.(tx)) ?? []));
    const visible = kinds.map(({ kind, selectVisible }) => ({ kind, rows: selectVisible(tx) }));
    const filter = { userId: ownUserId(tx), kinds: visible, waiting, search };
    const { rows, ...page } = await sharedRepository.list(tx.db, filter, { sort, order, limit, cursor });
    const known = {
      kinds: new Map(kinds.map((kind) => [kind.kind, kind])),
      makers: await nameMakers(tx, rows),
      waiting: new Map(waiting.map((each) => [each.id, each])),
    };
    return { ...page, items: rows.flatMap((row) => present(row, known)) };
  });

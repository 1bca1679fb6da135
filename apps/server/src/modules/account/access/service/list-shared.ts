import type { SharedThing } from '@atelier/contracts/account/shared-things';
import { ownUserId } from '../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Entity, EntityKind, WaitingAt } from '../../../../kernel/entities/entity-kind.ts';
import { tenantMembers } from '../../tenancy/index.ts';
import { accessRepository, type OwnGrant } from '../repository.ts';

interface Found {
  kind: EntityKind;
  entity: Entity;
  waiting: WaitingAt | undefined;
}

/** Returns the things of a kind that the actor may see; those at which something waits come first, however old they are. */
const findOfKind = async (
  tx: TxCtx,
  kind: EntityKind,
  query: { search: string; limit: number },
): Promise<Found[]> => {
  const waiting = new Map((await kind.listWaiting?.(tx))?.map((each) => [each.id, each]));
  const newest = await kind.search(tx, query);
  const known = new Set(newest.map(({ id }) => id));
  const older: Entity[] = [];
  for (const id of waiting.keys()) {
    const entity = known.has(id) ? undefined : await kind.find(tx, id);
    if (entity?.name.toLowerCase().includes(query.search.toLowerCase())) older.push(entity);
  }
  return [...older, ...newest].map((entity) => ({ kind, entity, waiting: waiting.get(entity.id) }));
};

/** Things at which much waits, then what was given to the actor last, then what is open to everybody, by name. */
const byUrgency = (one: SharedThing, other: SharedThing): number =>
  (other.waiting?.count ?? 0) - (one.waiting?.count ?? 0) ||
  (other.sharedAt ?? '').localeCompare(one.sharedAt ?? '') ||
  one.name.localeCompare(other.name);

const present = (
  { kind, entity: { id, name, shared, madeBy }, waiting }: Found,
  { grant, makers }: { grant: OwnGrant | undefined; makers: ReadonlyMap<string, string> },
): SharedThing => ({
  ...{ entityId: id, kind: kind.kind, label: kind.label.one, name, address: kind.addressOf(id) },
  sharedBy: grant ? grant.givenBy : shared ? null : (makers.get(madeBy ?? '') ?? null),
  sharedAt: grant?.givenAt.toISOString() ?? null,
  waiting: waiting ? { count: waiting.count, address: waiting.address } : null,
});

const nameMakers = async (tx: TxCtx, found: readonly Found[]): Promise<Map<string, string>> => {
  const userIds = [...new Set(found.flatMap(({ entity }) => entity.madeBy ?? []))];
  const members = userIds.length === 0 ? [] : await tenantMembers.list(tx, { userIds });
  return new Map(members.map(({ userId, name }) => [userId, name]));
};

/** Lists what the actor may see and did not make, of every kind. */
export const listShared = (
  ctx: Ctx,
  { search, limit }: { search: string; limit: number },
): Promise<{ items: SharedThing[]; hasMore: boolean }> =>
  ctx.tx(async (tx) => {
    const userId = ownUserId(tx);
    const found: Found[] = [];
    for (const kind of tx.services.entities)
      if (tx.may(kind.permission)) found.push(...(await findOfKind(tx, kind, { search, limit: limit + 1 })));
    const shared = found.filter(({ entity }) => entity.madeBy !== userId);
    const entityIds = shared.map(({ entity }) => entity.id);
    const grants = new Map(
      (await accessRepository.listOwn(tx.db, { userId, entityIds })).map((grant) => [grant.entityId, grant]),
    );
    const makers = await nameMakers(tx, shared);
    const things = shared
      .map((each) => present(each, { grant: grants.get(each.entity.id), makers }))
      .toSorted(byUrgency);
    return { items: things.slice(0, limit), hasMore: things.length > limit };
  });

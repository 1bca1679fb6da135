import type { AccessRequest, OwnAccessRequest } from '@atelier/contracts/account/shared-things';
import { roleMay } from '@atelier/contracts/kernel/permissions';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import { rolesThatSee } from '../define-entity.ts';
import { partKinds } from '../part-kinds.ts';
import { type AccessRequestRow, accessRequestRepository } from '../repository.ts';
import { orderRequestMails } from './access-mails.ts';
import { findEntity, type KnownEntity } from './get-entity.ts';

/** The most requests of one member about which nobody has decided. */
const mostOpen = 20;

/** Sees every thing of the company, and no other company's, because the database shows no other. */
const everything = { kind: 'system', name: 'access' } as const;

/**
 * Finds a thing of the own company, or the one to which a part belongs, whether or not the actor sees it. Throws `access.nothing_to_ask_for`, also for a thing of another company
 * and for one that the actor's role could not open.
 */
const getAskedFor = async (ctx: Ctx, entityId: string): Promise<KnownEntity> => {
  const entity = await ctx.inTenant(ctx.tenantId, everything).tx(async (tx) => {
    const part = tx.services.extensions.of(partKinds).find(({ prefix }) => entityId.startsWith(prefix));
    const wholeId = part ? await part.findWhole(tx, entityId) : entityId;
    return wholeId === undefined ? undefined : findEntity(tx, wholeId);
  });
  return entity && ctx.may(entity.kind.permission) ? entity : fail('access.nothing_to_ask_for');
};

const present = (
  { id, kind }: KnownEntity,
  { isSeen, isAsked }: { isSeen: boolean; isAsked: boolean },
): OwnAccessRequest => ({
  ...{ entityId: id, kind: kind.kind, label: kind.label.one },
  state: isSeen ? 'HAS_ACCESS' : isAsked ? 'ASKED' : 'MAY_ASK',
});

/** Reads whether the actor may ask for access to a thing. Throws `access.nothing_to_ask_for`. */
export const readOwnRequest = async (ctx: Ctx, entityId: string): Promise<OwnAccessRequest> => {
  const entity = await getAskedFor(ctx, entityId);
  return ctx.tx(async (tx) =>
    present(entity, {
      isSeen: (await findEntity(tx, entity.id)) !== undefined,
      isAsked: await accessRequestRepository.isOpen(tx.db, entity.id, ownUserId(tx)),
    }),
  );
};

/** Asks for access to a thing, once. Throws `access.nothing_to_ask_for` and `access.asked_often`. */
export const askFor = async (
  ctx: Ctx,
  asked: { entityId: string; message: string; origin: string },
): Promise<OwnAccessRequest> => {
  const entity = await getAskedFor(ctx, asked.entityId);
  const { message, origin } = asked;
  const entityId = entity.id;
  return ctx.tx(async (tx) => {
    const userId = ownUserId(tx);
    await tx.audit('access.asked', entityId, { userId });
    const isSeen = (await findEntity(tx, entityId)) !== undefined;
    if (isSeen) return present(entity, { isSeen, isAsked: false });
    const isOpen = await accessRequestRepository.isOpen(tx.db, entityId, userId);
    if (!isOpen && (await accessRequestRepository.countOfUser(tx.db, userId)) >= mostOpen)
      fail('access.asked_often');
    if (await accessRequestRepository.insert(tx.db, { entityId, userId, message }))
      await orderRequestMails(tx, entity, origin);
    return present(entity, { isSeen: false, isAsked: true });
  });
};

const mostShown = 100;

/** Returns undefined when the thing is gone, or when the asker sees it by now or could not open it any more. */
const presentForStaff = async (
  tx: TxCtx,
  { role, askedAt, ...request }: AccessRequestRow,
): Promise<AccessRequest | undefined> => {
  const entity = await findEntity(tx, request.entityId);
  if (!entity || rolesThatSee(entity.shared).includes(role)) return undefined;
  const { kind, id, name } = entity;
  if (!roleMay(role, kind.permission)) return undefined;
  const thing = { kind: kind.kind, label: kind.label.one, name, address: kind.buildPagePath(id) };
  return { ...request, ...thing, askedAt: askedAt.toISOString() };
};

/** Lists the newest open requests, to one thing or to all. */
export const listRequests = (ctx: Ctx, entityId: string | undefined): Promise<{ items: AccessRequest[] }> =>
  ctx.tx(async (tx) => {
    const rows = await accessRequestRepository.list(tx.db, { tenantId: tx.tenantId, entityId }, mostShown);
    const items: AccessRequest[] = [];
    for (const row of rows) items.push(...[(await presentForStaff(tx, row)) ?? []].flat());
    return { items };
  });

/** Throws `access.request_not_found`. */
export const declineRequest = (
  ctx: Ctx,
  { entityId, userId }: { entityId: string; userId: string },
): Promise<void> =>
  ctx.tx(async (tx) => {
    const isGone = await accessRequestRepository.remove(tx.db, entityId, userId);
    if (!isGone) fail('access.request_not_found');
    await tx.audit('access.request_declined', entityId, { userId });
  });

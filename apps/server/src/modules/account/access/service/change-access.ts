import { roleMay } from '@atelier/contracts/kernel/permissions';
import { fail } from '../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { PayloadOf } from '../../../../kernel/context/define-job.ts';
import { revokeAppAccess } from '../../app-users/index.ts';
import type { invitationAccepted } from '../../people/declarations.ts';
import { rolesThatSee } from '../define-entity.ts';
import { accessRepository, accessRequestRepository, type Member } from '../repository.ts';
import { orderSharedNotice } from './access-mails.ts';
import { findEntity, getEntity, type KnownEntity, requireOpening } from './get-entity.ts';

/**
 * Gives a member access, which also answers their request, and orders the mail that tells them. Returns false when they had it. Throws
 * `access.role_cannot_open`.
 */
export const giveTo = async (
  tx: TxCtx,
  entity: Pick<KnownEntity, 'id' | 'kind'>,
  { member: { userId, name, role }, origin }: { member: Member; origin: string },
): Promise<boolean> => {
  requireOpening(role, entity);
  const entityId = entity.id;
  const isNew = await accessRepository.insert(tx.db, { entityId, userId, grantedBy: findUserId(tx) });
  await accessRequestRepository.remove(tx.db, entityId, userId);
  if (!isNew) return false;
  await orderSharedNotice(tx, { entityId, userId, origin });
  await tx.audit('access.given', entityId, { userId, member: name });
  return true;
};

/** Returns false when there was no grant. */
const takeFrom = async (tx: TxCtx, entityId: string, userId: string): Promise<boolean> => {
  const [member] = await accessRepository.listMembers(tx.db, { tenantId: tx.tenantId, userIds: [userId] });
  const isGone = await accessRepository.remove(tx.db, entityId, userId);
  if (isGone) await tx.audit('access.removed', entityId, { userId, member: member?.name });
  return isGone;
};

/** Takes access from a member, or from an app user, whose `userId` is then the id of the access. Throws `access.entity_not_found` and `access.not_given`. */
export const removeAccess = (
  ctx: AnyCtx,
  { entityId, userId }: { entityId: string; userId: string },
): Promise<void> =>
  ctx.tx(async (tx) => {
    await getEntity(tx, entityId);
    const isGone =
      (await takeFrom(tx, entityId, userId)) ||
      (await revokeAppAccess(tx, { appId: entityId, accessId: userId }));
    if (!isGone) fail('access.not_given');
  });

/**
 * Replaces the grants of an entity. Members whose role sees it anyway get none. Throws `access.entity_not_found`,
 * `access.member_not_found` and `access.role_cannot_open`.
 */
export const updateAccess = (
  ctx: AnyCtx,
  entityId: string,
  { userIds, origin }: { userIds: readonly string[]; origin: string },
) =>
  ctx.tx(async (tx) => {
    const entity = await getEntity(tx, entityId);
    const wanted = new Set(userIds);
    const found = await accessRepository.listMembers(tx.db, { tenantId: tx.tenantId, userIds: [...wanted] });
    if (found.length < wanted.size) fail('access.member_not_found');
    const seeing = rolesThatSee(entity.shared);
    const before = await accessRepository.listGranted(tx.db, entityId);
    let given = 0;
    let removed = 0;
    for (const member of found)
      if (!seeing.includes(member.role) && (await giveTo(tx, entity, { member, origin }))) given += 1;
    for (const userId of before)
      if (!wanted.has(userId) && (await takeFrom(tx, entityId, userId))) removed += 1;
    await tx.audit('access.updated', entityId, { given, removed });
    return { given, removed };
  });

/** Gives a new member the grants of their invitation. Entities that no longer exist, and those that their role cannot open, are skipped. */
export const keepPromises = (
  ctx: Ctx,
  { userId, grants, invitedBy }: PayloadOf<typeof invitationAccepted>,
): Promise<void> =>
  ctx.tx(async (tx) => {
    const [member] = await accessRepository.listMembers(tx.db, { tenantId: tx.tenantId, userIds: [userId] });
    if (!member) return;
    for (const { entityId } of grants) {
      const entity = await findEntity(tx, entityId);
      if (!entity || !roleMay(member.role, entity.kind.permission)) continue;
      const isNew = await accessRepository.insert(tx.db, { entityId, userId, grantedBy: invitedBy });
      if (isNew) await tx.audit('access.given', entityId, { userId, member: member.name });
    }
  });

/** Removes all grants of an entity, and all requests for it. Call it in the transaction that deletes the entity. */
export const removeGrants = async (tx: TxCtx, entityId: string): Promise<void> => {
  await accessRepository.removeOfEntity(tx.db, entityId);
  await accessRequestRepository.removeOfEntity(tx.db, entityId);
};

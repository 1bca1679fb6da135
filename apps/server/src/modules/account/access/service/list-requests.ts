import type { AccessRequest } from '@atelier/contracts/account/shared-things';
import { roleMay } from '@atelier/contracts/kernel/permissions';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { type AccessRequestRow, accessRequestRepository } from '../request-repository.ts';
import { rolesThatSee } from '../roles-that-see.ts';
import { findEntity } from './get-entity.ts';

const mostShown = 100;

/** Returns undefined when the thing is gone, or when the asker sees it by now or could not open it any more. */
const present = async (
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
    for (const row of rows) items.push(...[(await present(tx, row)) ?? []].flat());
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

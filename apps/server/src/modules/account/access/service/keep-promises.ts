import { roleMay } from '@atelier/contracts/kernel/permissions';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { PayloadOf } from '../../../../kernel/context/define-job.ts';
import type { invitationAccepted } from '../../people/declarations.ts';
import { accessRepository } from '../repository.ts';
import { findEntity } from './get-entity.ts';

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

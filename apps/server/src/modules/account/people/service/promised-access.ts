import type { TxCtx } from '../../../../kernel/context/context.ts';
import { invitationRepository } from '../repository/invitations.ts';

/** The open invitations that give access to `entityId` when they are accepted, by email; 100 at most. */
export const listInvited = ({ db, tenantId }: TxCtx, entityId: string) =>
  invitationRepository.listPromising(db, tenantId, entityId);

/** Returns true when an open invitation to `email` grants access to `entityId`. */
export const isInvited = (
  { db, tenantId }: TxCtx,
  { entityId, email }: { entityId: string; email: string },
): Promise<boolean> => invitationRepository.isPromised(db, { tenantId, entityId, email });

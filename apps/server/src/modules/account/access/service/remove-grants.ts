import type { TxCtx } from '../../../../kernel/context/context.ts';
import { accessRepository } from '../repository.ts';
import { accessRequestRepository } from '../request-repository.ts';

/** Removes all grants of an entity, and all requests for it. Call it in the transaction that deletes the entity. */
export const removeGrants = async (tx: TxCtx, entityId: string): Promise<void> => {
  await accessRepository.removeOfEntity(tx.db, entityId);
  await accessRequestRepository.removeOfEntity(tx.db, entityId);
};

import type { TxCtx } from '../../../../kernel/context/context.ts';
import { accessRepository } from '../repository.ts';

/** Removes all grants of an entity. Call it in the transaction that deletes the entity. */
export const removeGrantsOf = (tx: TxCtx, entityId: string): Promise<void> =>
  accessRepository.removeOfEntity(tx.db, entityId);

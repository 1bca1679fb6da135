import type { TxCtx } from '../../../../kernel/context/context.ts';
import { accessRepository } from '../repository.ts';

/** Whoever deletes a thing takes its grants along, in the same transaction. */
export const removeGrantsOf = (tx: TxCtx, entityId: string): Promise<void> =>
  accessRepository.removeOfEntity(tx.db, entityId);

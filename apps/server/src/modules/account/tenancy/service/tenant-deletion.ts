import type { TxCtx } from '../../../../kernel/context/context.ts';
import { tenantEvents } from '../events.ts';
import type { AnyDb } from '../repository.ts';
import { tenancyRepository } from '../repository.ts';
import { fallBack } from './fall-back.ts';

export const tenantDeletion = {
  /**
   * Starts the deletion of the transaction's tenant: it is disabled at once and permanently, and all sessions continue
   * elsewhere. Call `prepareFallBack` before.
   */
  begin: async (tx: TxCtx): Promise<void> => {
    const { db, tenantId } = tx;
    await tenancyRepository.close(db, tenantId, tx.now());
    await fallBack(tx);
    await tx.audit('tenancy.tenant_closing', tenantId);
    await tx.emit(tenantEvents.closing, { tenantId });
  },

  /** Deletes the rows of a tenant that is being deleted; does nothing to any other. */
  finish: (db: AnyDb, tenantId: string): Promise<void> => tenancyRepository.removeClosed(db, tenantId),
};

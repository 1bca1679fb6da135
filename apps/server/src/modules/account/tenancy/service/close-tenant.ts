import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { AnyDb } from '../repository.ts';
import { tenancyRepository } from '../repository.ts';
import { fallBack } from './fall-back.ts';

/**
 * Starts the deletion of the transaction's tenant: it is disabled at once and permanently, and all sessions continue elsewhere.
 * Call `prepareFallBack` before.
 */
export const closeTenant = async (tx: TxCtx): Promise<void> => {
  const { db, tenantId } = tx;
  await tenancyRepository.close(db, tenantId, tx.now());
  await fallBack(tx);
  await tx.audit('tenancy.tenant_closing', tenantId);
  await tx.emit('tenancy.tenant_closing', { tenantId });
};

/** Deletes the rows of a tenant that is being deleted; does nothing to any other. */
export const removeClosedTenant = (db: AnyDb, tenantId: string): Promise<void> =>
  tenancyRepository.removeClosed(db, tenantId);

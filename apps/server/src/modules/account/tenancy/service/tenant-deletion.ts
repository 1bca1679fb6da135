import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { tenantEvents } from '../events.ts';
import { type AnyDb, tenancyRepository } from '../repository.ts';
import { fallBack, prepareFallBack } from './found-tenant.ts';

/** `reason` is recorded in the tenant's audit log. */
type StatusChange = { status: 'DISABLED'; reason: string } | { status: 'ACTIVE' };

/**
 * Disables a tenant for all its members, or enables it again. While it is disabled, the sessions of its members continue in
 * their own tenants, and API keys and public links stop working. Returns false when there is no such tenant or it is being
 * deleted.
 */
export const changeTenantStatus = async (
  ctx: Ctx,
  tenantId: string,
  change: StatusChange,
): Promise<boolean> => {
  if (change.status === 'DISABLED') await prepareFallBack(ctx, { tenantId });
  return ctx.inTenant(tenantId, ctx.actor).tx(async (tx) => {
    if (!(await tenancyRepository.setStatus(tx.db, tenantId, change.status))) return false;
    if (change.status === 'DISABLED') {
      await fallBack(tx);
      await tx.audit('tenancy.tenant_disabled', tenantId, { reason: change.reason });
    } else await tx.audit('tenancy.tenant_enabled', tenantId);
    return true;
  });
};

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

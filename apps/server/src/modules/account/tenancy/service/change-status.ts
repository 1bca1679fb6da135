import type { Ctx } from '../../../../kernel/context/context.ts';
import { tenancyRepository } from '../repository.ts';
import { fallBack, prepareFallBack } from './fall-back.ts';

/**
 * Disables a tenant for all its members: their sessions continue in their own tenants, and API keys and public links stop working. `reason`
 * is recorded in the tenant's audit log. Returns false when there is no such tenant or it is being deleted.
 */
export const disableTenant = async (ctx: Ctx, tenantId: string, reason: string): Promise<boolean> => {
  await prepareFallBack(ctx, { tenantId });
  return ctx.inTenant(tenantId, ctx.actor).tx(async (tx) => {
    if (!(await tenancyRepository.setStatus(tx.db, tenantId, 'DISABLED'))) return false;
    await fallBack(tx);
    await tx.audit('tenancy.tenant_disabled', tenantId, { reason });
    return true;
  });
};

/** Enables a disabled tenant. Returns false when there is no such tenant or it is being deleted. */
export const enableTenant = (ctx: Ctx, tenantId: string): Promise<boolean> =>
  ctx.inTenant(tenantId, ctx.actor).tx(async (tx) => {
    if (!(await tenancyRepository.setStatus(tx.db, tenantId, 'ACTIVE'))) return false;
    await tx.audit('tenancy.tenant_enabled', tenantId);
    return true;
  });

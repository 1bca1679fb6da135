import type { Ctx } from '../../../../kernel/context/context.ts';
import { tenancyRepository } from '../repository.ts';
import { fallBack, prepareFallBack } from './fall-back.ts';

/**
 * Closes a company for everybody who belongs to it: their sessions go on in their own one, API keys are refused, public
 * links stop. `reason` stands in the company's audit log. False when there is no such company or it is being deleted.
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

/** Opens a disabled company again. False when there is no such company or it is being deleted. */
export const enableTenant = (ctx: Ctx, tenantId: string): Promise<boolean> =>
  ctx.inTenant(tenantId, ctx.actor).tx(async (tx) => {
    if (!(await tenancyRepository.setStatus(tx.db, tenantId, 'ACTIVE'))) return false;
    await tx.audit('tenancy.tenant_enabled', tenantId);
    return true;
  });

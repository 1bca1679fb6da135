import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { changeTenantStatus } from '../../../account/tenancy/index.ts';

interface Order {
  tenantId: string;
  reason: string;
}

/** Throws `admin.tenant_not_found` and `admin.own_tenant`. */
export const disableTenant = async (ctx: Ctx, { tenantId, reason }: Order): Promise<void> => {
  if (tenantId === ctx.tenantId) fail('admin.own_tenant');
  if (!(await changeTenantStatus(ctx, tenantId, { status: 'DISABLED', reason })))
    fail('admin.tenant_not_found');
};

/** Throws `admin.tenant_not_found`. */
export const enableTenant = async (ctx: Ctx, tenantId: string): Promise<void> => {
  if (!(await changeTenantStatus(ctx, tenantId, { status: 'ACTIVE' }))) fail('admin.tenant_not_found');
};

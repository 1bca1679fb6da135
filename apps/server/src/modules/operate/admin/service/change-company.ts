import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { changeTenantStatus } from '../../../account/tenancy/index.ts';

interface Order {
  tenantId: string;
  reason: string;
}

/** Throws `admin.company_not_found` and `admin.own_company`. */
export const disableCompany = async (ctx: Ctx, { tenantId, reason }: Order): Promise<void> => {
  if (tenantId === ctx.tenantId) fail('admin.own_company');
  if (!(await changeTenantStatus(ctx, tenantId, { status: 'DISABLED', reason })))
    fail('admin.company_not_found');
};

/** Throws `admin.company_not_found`. */
export const enableCompany = async (ctx: Ctx, tenantId: string): Promise<void> => {
  if (!(await changeTenantStatus(ctx, tenantId, { status: 'ACTIVE' }))) fail('admin.company_not_found');
};

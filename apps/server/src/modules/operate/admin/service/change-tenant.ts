import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { admin, TenantInvoice } from '@atelier/contracts/operate/admin';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { changeTenantStatus, findTenant } from '../../../account/tenancy/index.ts';
import { invoices } from '../../../money/billing/index.ts';

type ListQuery = RequestOf<(typeof admin.endpoints)['listInvoices']>['query'];

/** Acts in the tenant, under the name of the operator. Throws `admin.tenant_not_found`. */
const inTenant = <T>(ctx: Ctx, tenantId: string, act: (tx: TxCtx) => Promise<T>): Promise<T> =>
  ctx.inTenant(tenantId, ctx.actor).tx(async (tx) => {
    if (!(await findTenant(tx.db, tenantId))) fail('admin.tenant_not_found');
    return act(tx);
  });

export const listTenantInvoices = (ctx: Ctx, tenantId: string, query: ListQuery) =>
  inTenant(ctx, tenantId, (tx) => invoices.listForOperator(tx, { ...query, order: 'desc' }));

/**
 * Marks an invoice of a tenant as paid or open, because payments by transfer arrive outside the product. It is recorded in the tenant's
 * audit log.
 */
export const markTenantInvoice = (
  ctx: Ctx,
  tenantId: string,
  mark: { invoiceId: string; status: 'PAID' | 'DUE' },
): Promise<TenantInvoice> => inTenant(ctx, tenantId, (tx) => invoices.mark(tx, mark));

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

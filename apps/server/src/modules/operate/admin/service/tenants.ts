import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { admin, Tenant, TenantInvoice } from '@atelier/contracts/operate/admin';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { changeTenantStatus, findTenant, listTenantsForAdmin } from '../../../account/tenancy/index.ts';
import { countFiles } from '../../../content/files/index.ts';
import { invoices, summarizeBilling } from '../../../money/billing/index.ts';
import { findLatestEntry } from '../../audit/index.ts';
import { type Counted, presentTenant, type TenantListed } from '../present.ts';

type ListQuery = RequestOf<(typeof admin.endpoints)['listTenants']>['query'];

/** The actor under whose name the counts are read, because the operator does nothing in the tenant itself. */
const counter = { kind: 'system', name: 'administration' } as const;

const countIn = async (tx: TxCtx): Promise<Counted> => {
  const things: Tenant['things'] = [];
  for (const { kind, label, count } of tx.services.extensions.of(entityKinds))
    things.push({ kind, label: label.many, count: await count(tx) });
  const billing = await summarizeBilling(tx);
  const disabling = await findLatestEntry(tx, 'tenancy.tenant_disabled');
  return { things, files: await countFiles(tx), billing, disabling };
};

/** Lists all tenants of the server. Each is counted in a transaction of its own, because the row policies show one tenant at a time. */
export const listTenants = async (ctx: Ctx, query: ListQuery) => {
  const { rows, nextCursor, total } = await listTenantsForAdmin(ctx, query);
  const complete = async (row: TenantListed): Promise<Tenant> =>
    presentTenant(row, await ctx.inTenant(row.tenantId, counter).tx(countIn), ctx.tenantId);
  const items: Tenant[] = [];
  for (const row of rows) items.push(await complete(row));
  return { items, nextCursor, total };
};

type InvoiceQuery = RequestOf<(typeof admin.endpoints)['listInvoices']>['query'];

/** Acts in the tenant, under the name of the operator. Throws `admin.tenant_not_found`. */
const inTenant = <T>(ctx: Ctx, tenantId: string, act: (tx: TxCtx) => Promise<T>): Promise<T> =>
  ctx.inTenant(tenantId, ctx.actor).tx(async (tx) => {
    if (!(await findTenant(tx.db, tenantId))) fail('admin.tenant_not_found');
    return act(tx);
  });

export const listTenantInvoices = (ctx: Ctx, tenantId: string, query: InvoiceQuery) =>
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

import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { admin, Tenant } from '@atelier/contracts/operate/admin';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { listTenantsForAdmin } from '../../../account/tenancy/index.ts';
import { countFiles } from '../../../content/files/index.ts';
import { summarizeBilling } from '../../../money/billing/index.ts';
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

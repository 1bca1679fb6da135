import type { Ctx } from '../../../../kernel/context/context.ts';
import { closePage, type PageOrder } from '../../../../kernel/db/paging.ts';
import {
  type AnyDb,
  type TenantFilter,
  type TenantListed,
  type TenantSort,
  tenancyRepository,
} from '../repository.ts';

/** Lists all tenants of the server for operators, by the name of the tenant or the name or email of its owner. */
export const listTenantsForAdmin = (
  ctx: Ctx,
  query: TenantFilter & PageOrder<TenantSort>,
): Promise<{ rows: TenantListed[]; nextCursor: string | null; total: number }> =>
  ctx.tx(async ({ db }) => closePage(await tenancyRepository.listTenants(db, query, query), query.limit));

/** Returns a tenant with its owner. Does not check who asks. */
export const findTenant = (db: AnyDb, tenantId: string): Promise<TenantListed | undefined> =>
  tenancyRepository.findTenant(db, tenantId);

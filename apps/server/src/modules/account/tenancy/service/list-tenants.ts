import type { Ctx } from '../../../../kernel/context/context.ts';
import { closePage, type PageOrder } from '../../../../kernel/db/paging.ts';
import {
  type AnyDb,
  type TenantFilter,
  type TenantListed,
  type TenantSort,
  tenancyRepository,
} from '../repository.ts';

/** Every company of the server, for those who run it: found by its name, or the name or email of its owner. */
export const listTenantsForAdmin = (
  ctx: Ctx,
  query: TenantFilter & PageOrder<TenantSort>,
): Promise<{ rows: TenantListed[]; nextCursor: string | null; total: number }> =>
  ctx.tx(async ({ db }) => closePage(await tenancyRepository.listTenants(db, query, query), query.limit));

/** A company with its owner, whoever asks. */
export const findTenant = (db: AnyDb, tenantId: string): Promise<TenantListed | undefined> =>
  tenancyRepository.findTenant(db, tenantId);

import type { Role } from '@atelier/contracts/kernel/permissions';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { PageOrder } from '../../../../kernel/db/paging.ts';
import { tenantEvents } from '../events.ts';
import {
  type AnyDb,
  type TenantFilter,
  type TenantListed,
  type TenantSort,
  type TenantWithOthers,
  type TenantWithRole,
  tenancyRepository,
} from '../repository.ts';
import { fallBack, prepareFallBack } from './found-tenant.ts';

/** Lists all tenants of the server for operators, by the name of the tenant or the name or email of its owner. */
export const listTenantsForAdmin = (
  ctx: Ctx,
  query: TenantFilter & PageOrder<TenantSort>,
): Promise<{ rows: TenantListed[]; nextCursor: string | null; total: number }> =>
  ctx.tx(async ({ db }) => await tenancyRepository.listTenants(db, query, query));

/** Returns a tenant with its owner. Does not check who asks. */
export const findTenant = (db: AnyDb, tenantId: string): Promise<TenantListed | undefined> =>
  tenancyRepository.findTenant(db, tenantId);

/** A tenant that a user belongs to. */
export interface Membership {
  tenantId: string;
  tenantName: string;
  status: 'ACTIVE' | 'DISABLED';
  role: Role;
}

/** The tenants of a user. None of the lists has a tenant that is being deleted. */
export const userTenants = {
  /** Lists the user's tenants, including disabled ones: the user's own first, then by age. */
  list: (db: AnyDb, userId: string): Promise<Membership[]> => tenancyRepository.listMemberships(db, userId),

  /** Lists the user's tenants with their owners, in the order of `list`. */
  listWithOwners: (db: AnyDb, userId: string): Promise<TenantWithRole[]> =>
    tenancyRepository.listWithOwners(db, userId),

  /** Lists the user's tenants with the number of other members, the user's own first, then by name; with `tenantId`, only that tenant. */
  listWithOthers: (db: AnyDb, userId: string, tenantId?: string): Promise<TenantWithOthers[]> =>
    tenancyRepository.listWithOthers(db, userId, tenantId),

  /** Locks the user's memberships until the transaction ends, so that none of them becomes an ownership meanwhile. */
  lock: (db: AnyDb, userId: string): Promise<void> => tenancyRepository.lockMemberships(db, userId),

  /** Deletes the tenants that the users own and in which they are alone, with every row that belongs to the tenants. */
  removeOwnedAlone: (db: AnyDb, userIds: readonly string[]): Promise<void> =>
    tenancyRepository.removeOwnedAlone(db, userIds),
};

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

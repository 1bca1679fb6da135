import type { Role } from '@atelier/contracts';
import type { AnyCtx } from '../../../kernel/context.ts';
import { type AnyDb, type TenantRow, tenancyRepository } from '../repository.ts';

/** A company that a user belongs to. */
export interface Membership {
  tenantId: string;
  tenantName: string;
  status: 'ACTIVE' | 'DISABLED';
  role: Role;
}

/** The company in which the context acts. */
export const getTenant = (ctx: AnyCtx): Promise<TenantRow> =>
  ctx.tx(async ({ db, tenantId }) => {
    const tenant = await tenancyRepository.findTenant(db, tenantId);
    if (!tenant) throw new Error(`The tenant ${tenantId} of a live context is gone.`);
    return tenant;
  });

/** The companies of a user: the own one first, then the longest-standing. Disabled ones are among them. */
export const listMemberships = (db: AnyDb, userId: string): Promise<Membership[]> =>
  tenancyRepository.listMemberships(db, userId);

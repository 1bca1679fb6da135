import { newId } from '../../../../kernel/base/ids.ts';
import type { Actor, Ctx } from '../../../../kernel/context/context.ts';
import { tenancyRepository } from '../repository.ts';
import { foundTenant } from './found-tenant.ts';

/** Opens the context of a tenant: `ctx.inTenant`, or `forTenant` when nobody is signed in. */
export type OpenTenant = (tenantId: string, actor: Actor) => Ctx;

/**
 * Creates a tenant for a user who owns none, named after them (TENANT-10). A user who owns one, even a disabled one, gets no other.
 * `losing` is a tenant that is about to be deleted and does not count.
 */
export const ensureOwnTenant = (
  open: OpenTenant,
  { userId, name }: { userId: string; name: string },
  losing?: string,
): Promise<void> =>
  open(newId('ten'), { kind: 'user', userId, role: 'OWNER', name }).tx(async (tx) => {
    await tenancyRepository.lockUser(tx.db, userId);
    const memberships = await tenancyRepository.listMemberships(tx.db, userId);
    if (memberships.some(({ role, tenantId }) => role === 'OWNER' && tenantId !== losing)) return;
    await foundTenant(tx, { name: `${name}’s company`, ownerId: userId });
  });

import { newId } from '../../../../kernel/base/ids.ts';
import type { Actor, Ctx } from '../../../../kernel/context/context.ts';
import { tenancyRepository } from '../repository.ts';
import { foundTenant } from './found-tenant.ts';

/** Opens the context of a company: `ctx.inTenant`, or `forTenant` where nobody is signed in. */
export type OpenTenant = (tenantId: string, actor: Actor) => Ctx;

/**
 * Founds the own company of a person who has none, named after them (TENANT-10). Whoever owns a company, a disabled one
 * too, gets no other; `losing` is a company that they are about to delete, which does not count.
 */
export const ensureOwnTenant = (
  open: OpenTenant,
  { userId, name }: { userId: string; name: string },
  losing?: string,
): Promise<void> =>
  open(newId('ten'), { kind: 'user', userId, role: 'OWNER', name }).tx(async (tx) => {
    await tenancyRepository.lockPerson(tx.db, userId);
    const memberships = await tenancyRepository.listMemberships(tx.db, userId);
    if (memberships.some(({ role, tenantId }) => role === 'OWNER' && tenantId !== losing)) return;
    await foundTenant(tx, { name: `${name}’s company`, ownerId: userId });
  });

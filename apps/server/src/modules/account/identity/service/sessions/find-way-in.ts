import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { ensureOwnTenant, type Membership, userTenants } from '../../../tenancy/index.ts';
import { userDirectory } from '../../repository/user-directory.ts';

const isOpen = ({ status }: Membership): boolean => status === 'ACTIVE';

/**
 * Finds the tenant in which a session starts: the user's own, or else the oldest active one. A user who was removed everywhere gets a
 * tenant of their own (TENANT-10). Returns undefined when every tenant they own is disabled.
 */
export const findWayIn = async (ctx: Anonymous, userId: string): Promise<Membership | undefined> => {
  const read = () => ctx.globally((db) => userTenants.list(db, userId));
  const found = (await read()).find(isOpen);
  if (found) return found;
  const user = await ctx.globally((db) => userDirectory.find(db, userId));
  if (user) await ensureOwnTenant(ctx.forTenant, { userId, name: user.name });
  return (await read()).find(isOpen);
};

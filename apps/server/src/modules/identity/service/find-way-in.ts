import type { Anonymous } from '../../../kernel/http/exchange.ts';
import { ensureOwnTenant, listMemberships, type Membership } from '../../tenancy/index.ts';

const isOpen = ({ status }: Membership): boolean => status === 'ACTIVE';

/**
 * The company in which a session begins: the own one, or else the oldest that lets the person in. Somebody who was removed
 * everywhere gets a company of their own (TENANT-10). Undefined when all that they own is disabled.
 */
export const findWayIn = async (
  ctx: Anonymous,
  person: { userId: string; name: string },
): Promise<Membership | undefined> => {
  const read = () => ctx.globally((db) => listMemberships(db, person.userId));
  const found = (await read()).find(isOpen);
  if (found) return found;
  await ensureOwnTenant(ctx.forTenant, person);
  return (await read()).find(isOpen);
};

import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { ensureOwnTenant, listMemberships, type Membership } from '../../../tenancy/index.ts';
import { personRepository } from '../../repository/person-repository.ts';

const isOpen = ({ status }: Membership): boolean => status === 'ACTIVE';

/**
 * The company in which a session begins: the own one, or else the oldest that lets the person in. Somebody who was removed
 * everywhere gets a company of their own (TENANT-10). Undefined when all that they own is disabled.
 */
export const findWayIn = async (ctx: Anonymous, userId: string): Promise<Membership | undefined> => {
  const read = () => ctx.globally((db) => listMemberships(db, userId));
  const found = (await read()).find(isOpen);
  if (found) return found;
  const person = await ctx.globally((db) => personRepository.find(db, userId));
  if (person) await ensureOwnTenant(ctx.forTenant, { userId, name: person.name });
  return (await read()).find(isOpen);
};

import type { JoinWaitlist } from '@atelier/contracts/account/identity/waitlist';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { waitlistRepository } from '../repository.ts';

/** Requests access. The answer does not reveal whether the address is on the list or has an account. */
export const joinWaitlist = (ctx: Anonymous, user: JoinWaitlist): Promise<void> =>
  ctx.globally((db) => waitlistRepository.join(db, user, new Date()));

/** Returns the requester to whom an admission mail was sent. */
export const readInvite = async (ctx: Anonymous, invite: string) => {
  const row = await ctx.globally((db) => waitlistRepository.findAdmitted(db, hashToken(invite), new Date()));
  if (!row) return fail('auth.link_expired');
  return { name: row.name, email: row.email, companyName: row.companyName };
};

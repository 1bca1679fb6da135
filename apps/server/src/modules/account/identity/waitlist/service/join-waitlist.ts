import type { JoinWaitlist } from '@atelier/contracts/account/identity/waitlist';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { waitlistRepository } from '../repository.ts';

/** Asks for access. Says nothing about whether the address is known, on the list or has an account. */
export const joinWaitlist = (ctx: Anonymous, person: JoinWaitlist): Promise<void> =>
  ctx.globally((db) => waitlistRepository.join(db, person, new Date()));

/** Whom the token of an admission mail was sent to. */
export const readInvite = async (ctx: Anonymous, invite: string) => {
  const row = await ctx.globally((db) => waitlistRepository.findAdmitted(db, hashToken(invite), new Date()));
  if (!row) return fail('auth.link_expired');
  return { name: row.name, email: row.email, companyName: row.companyName };
};

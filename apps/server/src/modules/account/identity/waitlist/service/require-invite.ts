import { fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { waitlistRepository } from '../repository.ts';

interface Applicant {
  email: string;
  /** The hash of the token in an admission mail. */
  inviteHash: string | null;
  /** True when a provider has verified the address. */
  isProven: boolean;
}

/**
 * Throws for a new account while sign-up is by invitation (AUTH-05, AUTH-07), unless the address was admitted from the waiting list, as
 * proven by the token of the mail or by a provider that has verified the address. Returns whether the address is proven.
 */
export const requireInvite = async (
  ctx: Anonymous,
  { email, inviteHash, isProven }: Applicant,
): Promise<boolean> => {
  const invited =
    inviteHash === null
      ? undefined
      : await ctx.globally((db) => waitlistRepository.findAdmitted(db, inviteHash, new Date()));
  const holdsToken = invited?.email === email;
  if (holdsToken || ctx.services.config.identity.signUp === 'open') return holdsToken || isProven;
  if (!isProven || !(await ctx.globally((db) => waitlistRepository.isAdmitted(db, email))))
    fail('auth.invite_required');
  return true;
};

import { fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { waitlistRepository } from '../repository.ts';

interface Applicant {
  email: string;
  /** The hash of the token from a mail that lets somebody in. */
  inviteHash: string | null;
  /** Whether a provider vouches for the address. */
  isProven: boolean;
}

/**
 * Refuses a new account while sign-up is by invitation (AUTH-05, AUTH-07), unless the address was let in from the waiting
 * list: shown by the token of the mail, or by a provider that vouches for the address. Returns whether the address is
 * proven to be theirs.
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

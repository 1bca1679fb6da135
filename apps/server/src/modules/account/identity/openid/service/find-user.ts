import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { signInAccountRepository } from '../../repository/openid-repository.ts';
import { type UserRow, userRepository } from '../../repository/user-repository.ts';
import { orderNotice } from '../../service/mails/send-notice.ts';
import { findHome, type NamedUser } from '../../service/sessions/continue-sign-in.ts';
import type { ProviderAnswer } from '../client.ts';
import { makeUser } from './make-user.ts';

/** A verified answer of a provider, with the invitation and the request that brought it. */
export interface Arrival {
  provider: OpenidProvider;
  answer: ProviderAnswer;
  inviteHash: string | null;
  origin: string;
}

/** Links the provider to an account whose address both sides have verified. */
const adopt = async (
  ctx: Anonymous,
  { provider, answer, origin }: Arrival,
  user: UserRow,
): Promise<NamedUser> => {
  const { tenantId, role } = await findHome(ctx, user.id);
  const { id: userId, name } = user;
  return ctx.forTenant(tenantId, { kind: 'user', userId, role, name }).tx(async (tx) => {
    const accountId = newId('acc');
    const { subject, email = null } = answer;
    await signInAccountRepository.insert(tx.db, { id: accountId, userId, provider, subject, email });
    await tx.audit('identity.account_linked', accountId, { provider, by: 'verified email' });
    await orderNotice(tx, { userId, origin, what: 'account-linked' });
    return { userId, name };
  });
};

/**
 * Finds or creates the user that a provider's answer stands for: the user who signed in with it before; else the user with the same
 * address, if the provider and we have both verified it; else a new user. An unverified address proves nothing on either side: whoever
 * entered it would get into its owner's account, or could wait in it for the owner.
 */
export const findUser = async (ctx: Anonymous, arrival: Arrival): Promise<NamedUser & { isNew: boolean }> => {
  const { provider, answer } = arrival;
  const known = await ctx.globally((db) =>
    signInAccountRepository.findUser(db, { provider, subject: answer.subject }),
  );
  if (known) return { ...known, isNew: false };
  const email = answer.email ?? fail('openid.email_missing');
  if (answer.isEmailVerified === false) fail('openid.email_unverified');
  const owner = await ctx.globally((db) => userRepository.findByEmail(db, email));
  if (!owner) return { ...(await makeUser(ctx, arrival, email)), isNew: true };
  if (answer.isEmailVerified !== true || !owner.emailVerified) fail('openid.link_first');
  return { ...(await adopt(ctx, arrival, owner)), isNew: false };
};

import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { signInAccountRepository } from '../../repository/openid-repository.ts';
import { type UserRow, userRepository } from '../../repository/user-repository.ts';
import { orderNotice } from '../../service/mails/send-notice.ts';
import { findHome, type Person } from '../../service/sessions/admit.ts';
import type { ProviderAnswer } from '../client.ts';
import { makePerson } from './make-person.ts';

/** Who signs in at which provider, and how they came. */
export interface Arrival {
  provider: OpenidProvider;
  answer: ProviderAnswer;
  inviteHash: string | null;
  origin: string;
}

/** Adds the provider to an account whose address both sides have verified. */
const adopt = async (
  ctx: Anonymous,
  { provider, answer, origin }: Arrival,
  user: UserRow,
): Promise<Person> => {
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
 * Whom a provider means: whoever signed in with it before; else, when provider and we have both verified the address, the
 * account with that address; else a new person. An unverified address proves nothing, on either side: whoever put it there
 * would get into the account of its owner, or wait in it for them.
 */
export const findPerson = async (ctx: Anonymous, arrival: Arrival): Promise<Person & { isNew: boolean }> => {
  const { provider, answer } = arrival;
  const known = await ctx.globally((db) =>
    signInAccountRepository.findPerson(db, { provider, subject: answer.subject }),
  );
  if (known) return { ...known, isNew: false };
  const email = answer.email ?? fail('openid.email_missing');
  if (answer.isEmailVerified === false) fail('openid.email_unverified');
  const owner = await ctx.globally((db) => userRepository.findByEmail(db, email));
  if (!owner) return { ...(await makePerson(ctx, arrival, email)), isNew: true };
  if (answer.isEmailVerified !== true || !owner.emailVerified) fail('openid.link_first');
  return { ...(await adopt(ctx, arrival, owner)), isNew: false };
};

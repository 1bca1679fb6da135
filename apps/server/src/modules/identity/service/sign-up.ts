import type { SessionUser, SignUp } from '@atelier/contracts';
import type { TxCtx } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/errors.ts';
import type { Anonymous } from '../../../kernel/http/exchange.ts';
import { newId } from '../../../kernel/ids.ts';
import { hashToken } from '../../../kernel/secrets.ts';
import { foundTenant } from '../../tenancy/index.ts';
import { hashPassword } from '../passwords.ts';
import { accountRepository, userRepository } from '../repository.ts';
import { waitlistRepository } from '../waitlist-repository.ts';
import { requireInvite } from '../waitlist-service/require-invite.ts';
import { type Caller, openSession } from './open-session.ts';
import { orderVerificationMail } from './order-verification-mail.ts';
import { readSessionUser } from './read-session-user.ts';

interface NewAccount {
  userId: string;
  name: string;
  email: string;
  passwordHash: string;
}

const insertAccount = async (tx: TxCtx, { userId, name, email, passwordHash }: NewAccount) => {
  await userRepository.insert(tx.db, { id: userId, name, email });
  await accountRepository.insert(tx.db, {
    id: newId('acc'),
    userId,
    provider: 'password',
    subject: userId,
    passwordHash,
  });
};

/**
 * Makes an account, its company and a session, all or nothing. The verification mail is ordered in the same transaction
 * and sent after it. Ids of users with a password begin with `auth` (HEADER-17).
 */
export const signUp = async (
  ctx: Anonymous,
  input: SignUp,
  caller: Caller,
): Promise<{ user: SessionUser; token: string }> => {
  const { name, email, password, companyName, invite } = input;
  const inviteHash = invite === undefined ? null : hashToken(invite);
  const isProven = await requireInvite(ctx, { email, inviteHash, isProven: false });
  if (await ctx.globally((db) => userRepository.isEmailTaken(db, email))) fail('auth.email_taken');
  const passwordHash = await hashPassword(password);
  const userId = newId('auth');
  return ctx.forTenant(newId('ten'), { kind: 'user', userId, role: 'OWNER', name }).tx(async (tx) => {
    await insertAccount(tx, { userId, name, email, passwordHash });
    await foundTenant(tx, { name: companyName, ownerId: userId });
    const token = await openSession(tx, userId, caller);
    await tx.audit('identity.signed_up', userId);
    await waitlistRepository.markJoined(tx.db, email);
    if (isProven) await userRepository.verifyEmail(tx.db, userId, email);
    else await orderVerificationMail(tx, userId, caller.origin);
    return { user: await readSessionUser(tx, userId), token };
  });
};

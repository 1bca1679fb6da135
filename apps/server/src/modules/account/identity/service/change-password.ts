import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { hashPassword } from '../passwords.ts';
import { signInAccountRepository } from '../repository/openid-repository.ts';
import { passkeyRepository } from '../repository/passkey-repository.ts';
import { secondFactorRepository } from '../repository/second-factor-repository.ts';
import { sessionRepository } from '../repository/session-repository.ts';
import {
  accountRepository,
  apiKeyRepository,
  userRepository,
  type VerificationRow,
  verificationRepository,
} from '../repository/user-repository.ts';
import { getSessionUserId } from './checks/get-session-user-id.ts';
import { forgetTries, limits } from './checks/limit-tries.ts';
import { orderNotice } from './mails/send-notice.ts';
import { type Caller, findHome } from './sessions/open-session.ts';
import { checkPassword } from './sign-in.ts';

const lifetimeMs = 5 * 60 * 1000;

/** Checks the current password and issues a token, with which this user can change the password once within five minutes. */
export const issueIdToken = async (
  ctx: Anonymous,
  credentials: { email: string; password: string },
  caller: Caller,
): Promise<string> => {
  const { userId } = (await checkPassword(ctx, credentials, caller)) ?? fail('passwords.wrong');
  const { tenantId } = await findHome(ctx, userId);
  const token = newToken('idt');
  const verification = { userId, tenantId, email: credentials.email, tokenHash: hashToken(token) };
  const expiresAt = new Date(Date.now() + lifetimeMs);
  await ctx.globally((db) =>
    verificationRepository.put(db, { ...verification, purpose: 'id-token', expiresAt }),
  );
  return token;
};

interface Change {
  idToken: string;
  password: string;
  /** The session that is kept. */
  sessionToken: string;
  revokeApiKey: boolean;
  origin: string;
}

/** Changes the caller's password. Ends every other session, invalidates every mailed link, and on request revokes every API key. */
export const changePassword = async (ctx: Ctx, change: Change): Promise<void> => {
  const userId = getSessionUserId(ctx);
  const hash = hashToken(change.idToken);
  const find = { hash, purposes: ['id-token' as const] };
  const found = await ctx.tx(({ db, now }) => verificationRepository.find(db, find, now()));
  if (found?.userId !== userId) fail('passwords.id_token_expired');
  const passwordHash = await hashPassword(change.password);
  await ctx.tx(async (tx) => {
    if (!(await verificationRepository.consume(tx.db, hash))) fail('passwords.id_token_expired');
    await accountRepository.setPassword(tx.db, userId, passwordHash);
    await verificationRepository.deleteVerifications(tx.db, userId);
    const ended = await sessionRepository.deleteOthers(tx.db, userId, hashToken(change.sessionToken));
    const apiKeysRevoked = change.revokeApiKey ? await apiKeyRepository.deleteAll(tx.db, userId) : 0;
    await tx.audit('identity.password_changed', userId, { sessionsEnded: ended, apiKeysRevoked });
    await orderNotice(tx, { userId, origin: change.origin, what: 'password' });
  });
};

/**
 * Removes the credentials that an account had before its address was proven. Somebody else could have created the account in the owner's
 * name, and would keep access to it, or keep the owner of the address out.
 */
const dropUnproven = async ({ db }: TxCtx, userId: string): Promise<void> => {
  await secondFactorRepository.remove(db, userId);
  await passkeyRepository.deleteAll(db, userId);
  await signInAccountRepository.deleteProviders(db, userId);
  await apiKeyRepository.deleteAll(db, userId);
};

interface Reset {
  token: string;
  password: string;
}

const apply = async (tx: TxCtx, { userId, email }: VerificationRow, passwordHash: string) => {
  const user = await userRepository.find(tx.db, userId);
  if (user?.email !== email) return fail('auth.link_expired');
  if (!user.emailVerified) await dropUnproven(tx, userId);
  await accountRepository.setPassword(tx.db, userId, passwordHash);
  await userRepository.verifyEmail(tx.db, userId, { email, mailProven: !tx.services.mailer.usesOutbox });
  await verificationRepository.deleteVerifications(tx.db, userId);
  await sessionRepository.deleteAll(tx.db, userId);
  await apiKeyRepository.deleteAll(tx.db, userId);
  await forgetTries(tx.db, limits.account, email);
};

/**
 * Sets a new password with the token of the mail, which can be used once. Ends every session and revokes every API key, because somebody
 * else may have created them. Following the mailed link proves the address; if it was not proven before, every other way to sign in is
 * removed too.
 */
export const resetPassword = async (ctx: Anonymous, reset: Reset, origin: string): Promise<void> => {
  const hash = hashToken(reset.token);
  const found =
    (await ctx.globally((db) =>
      verificationRepository.find(db, { hash, purposes: ['reset-password'] }, new Date()),
    )) ?? fail('auth.link_expired');
  const passwordHash = await hashPassword(reset.password);
  await ctx.forTenant(found.tenantId, { kind: 'system', name: 'identity.reset-link' }).tx(async (tx) => {
    if (!(await verificationRepository.consume(tx.db, hash))) fail('auth.link_expired');
    await apply(tx, found, passwordHash);
    await tx.audit('identity.password_reset', found.userId);
    await orderNotice(tx, { userId: found.userId, origin, what: 'password' });
  });
};

import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { hashPassword } from '../passwords.ts';
import { sessionRepository } from '../repository/session-repository.ts';
import {
  accountRepository,
  apiKeyRepository,
  verificationRepository,
} from '../repository/user-repository.ts';
import { checkPassword } from './check-password.ts';
import { getSessionUserId } from './checks/get-session-user-id.ts';
import { orderNotice } from './mails/send-notice.ts';
import { findHome } from './sessions/continue-sign-in.ts';
import type { Caller } from './sessions/open-session.ts';

const lifetimeMs = 5 * 60 * 1000;

interface Credentials {
  email: string;
  password: string;
}

/** Checks the current password and issues a token, with which this user can change the password once within five minutes. */
export const issueIdToken = async (
  ctx: Anonymous,
  credentials: Credentials,
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

import type { TxCtx } from '../../../kernel/context.ts';
import { hashToken, newToken } from '../../../kernel/secrets.ts';
import { sessionSeconds } from '../cookies.ts';
import { sessionRepository } from '../session-repository.ts';

/** What a sign-in needs to know of the request. */
export interface Caller {
  address: string;
  userAgent: string | undefined;
  /** The session that the browser holds already; signing in ends it. */
  sessionToken: string | undefined;
  /** Where links in mails lead, for example `https://atelier.example.com`. */
  origin: string;
}

const maxAgentLength = 300;

/** Begins a session of `userId` in the transaction's tenant, under a new token, and returns the token. */
export const openSession = async (tx: TxCtx, userId: string, caller: Caller): Promise<string> => {
  const token = newToken('ses');
  if (caller.sessionToken !== undefined)
    await sessionRepository.delete(tx.db, hashToken(caller.sessionToken));
  await sessionRepository.insert(tx.db, {
    tokenHash: hashToken(token),
    userId,
    tenantId: tx.tenantId,
    address: caller.address,
    userAgent: caller.userAgent?.slice(0, maxAgentLength) ?? null,
    expiresAt: new Date(tx.now().getTime() + sessionSeconds * 1000),
  });
  return token;
};

import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { sessionRepository } from '../../repository/session-repository.ts';
import { sessionSeconds } from '../../request/cookies.ts';
import { idTokenScope } from '../../request/id-token-scope.ts';

/** The details of the request that a sign-in needs. */
export interface Caller {
  address: string;
  userAgent: string | undefined;
  /** The session that the browser already has; signing in ends it. */
  sessionToken: string | undefined;
  /** The `cookie` header. */
  cookies: string | undefined;
  /** The origin of links in mails, for example `https://atelier.example.com`. */
  origin: string;
}

const maxAgentLength = 300;

/**
 * Ends the browser's earlier session. Returns what the next session of the same user needs for ending the provider's session (SESSION-18).
 */
const endEarlier = async (tx: TxCtx, userId: string, { sessionToken }: Caller, nextHash: string) => {
  if (sessionToken === undefined) return {};
  const hash = hashToken(sessionToken);
  const earlier = await sessionRepository.delete(tx.db, hash);
  if (earlier?.userId !== userId || earlier.provider === null || earlier.idToken === null) return {};
  const { secrets } = tx.services;
  const idToken = secrets.decrypt(earlier.idToken, idTokenScope(hash));
  return { provider: earlier.provider, idToken: secrets.encrypt(idToken, idTokenScope(nextHash)) };
};

/** Starts a session of `userId` in the transaction's tenant and returns its new token. */
export const openSession = async (tx: TxCtx, userId: string, caller: Caller): Promise<string> => {
  const token = newToken('ses');
  const tokenHash = hashToken(token);
  await sessionRepository.insert(tx.db, {
    ...(await endEarlier(tx, userId, caller, tokenHash)),
    tokenHash,
    userId,
    tenantId: tx.tenantId,
    address: caller.address,
    userAgent: caller.userAgent?.slice(0, maxAgentLength) ?? null,
    expiresAt: new Date(tx.now().getTime() + sessionSeconds * 1000),
  });
  return token;
};

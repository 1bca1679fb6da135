import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { sessionRepository } from '../../repository/session-repository.ts';
import { sessionSeconds } from '../../request/cookies.ts';
import { idTokenScope } from '../../request/id-token-scope.ts';

/** What a sign-in needs to know of the request. */
export interface Caller {
  address: string;
  userAgent: string | undefined;
  /** The session that the browser holds already; signing in ends it. */
  sessionToken: string | undefined;
  /** The `cookie` header. */
  cookies: string | undefined;
  /** Where links in mails lead, for example `https://atelier.example.com`. */
  origin: string;
}

const maxAgentLength = 300;

/** Ends the session that the browser held; gives what the next one of the same person must know to end the provider's (SESSION-18). */
const endEarlier = async (tx: TxCtx, userId: string, { sessionToken }: Caller, nextHash: string) => {
  if (sessionToken === undefined) return {};
  const hash = hashToken(sessionToken);
  const earlier = await sessionRepository.delete(tx.db, hash);
  if (earlier?.userId !== userId || earlier.provider === null || earlier.idToken === null) return {};
  const { secrets } = tx.services;
  const idToken = secrets.decrypt(earlier.idToken, idTokenScope(hash));
  return { provider: earlier.provider, idToken: secrets.encrypt(idToken, idTokenScope(nextHash)) };
};

/** Begins a session of `userId` in the transaction's tenant, under a new token, and returns the token. */
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

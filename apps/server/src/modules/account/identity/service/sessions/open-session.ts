import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { extend } from '../../../../../kernel/services/extension-points.ts';
import { sessionKeeper, userTenants } from '../../../tenancy/index.ts';
import { presentSessionUser } from '../../present.ts';
import { sessionRepository } from '../../repository/session-repository.ts';
import { tenantSessionRepository } from '../../repository/tenant-session-repository.ts';
import { userRepository } from '../../repository/user-repository.ts';
import { sessionSeconds } from '../../request/cookies.ts';
import { idTokenScope } from '../../request/orchestrator-tokens.ts';

/** Moves sessions out of a tenant that is closed to their users. */
export const keepingSessions = extend(sessionKeeper, {
  listUsers: tenantSessionRepository.listUsers,
  moveAway: async (db, tenantId, userId) => {
    await tenantSessionRepository.moveAway(db, tenantId, userId);
    await tenantSessionRepository.deleteOfTenant(db, tenantId, userId);
  },
});

/** Reads the user with their role in the transaction's tenant. */
export const readSessionUser = async ({ db, tenantId }: TxCtx, userId: string): Promise<SessionUser> => {
  const [user, memberships] = await Promise.all([
    userRepository.find(db, userId),
    userTenants.list(db, userId),
  ]);
  const membership = memberships.find((one) => one.tenantId === tenantId);
  const own = memberships.find(({ role }) => role === 'OWNER');
  return user && membership
    ? presentSessionUser(user, membership, own?.tenantId ?? null)
    : fail('auth.unauthenticated');
};

/** Returns the user who is signed in, or null. */
export const readOwnSession = async ({ own, principal }: Anonymous): Promise<SessionUser | null> =>
  own && principal ? own.read((tx) => readSessionUser(tx, principal.userId)) : null;

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

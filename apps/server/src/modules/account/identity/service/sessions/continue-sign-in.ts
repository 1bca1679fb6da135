import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { ensureOwnTenant, type Membership, userTenants } from '../../../tenancy/index.ts';
import { secondFactorRepository } from '../../repository/second-factor-repository.ts';
import { userDirectory } from '../../repository/user-directory.ts';
import { userRepository, verificationRepository } from '../../repository/user-repository.ts';
import { type Caller, openSession, readSessionUser } from './open-session.ts';

const isOpen = ({ status }: Membership): boolean => status === 'ACTIVE';

/**
 * Finds the tenant in which a session starts: the user's own, or else the oldest active one. A user who was removed everywhere gets a
 * tenant of their own (TENANT-10). Returns undefined when every tenant they own is disabled.
 */
const findWayIn = async (ctx: Anonymous, userId: string): Promise<Membership | undefined> => {
  const read = () => ctx.globally((db) => userTenants.list(db, userId));
  const found = (await read()).find(isOpen);
  if (found) return found;
  const user = await ctx.globally((db) => userDirectory.find(db, userId));
  if (user) await ensureOwnTenant(ctx.forTenant, { userId, name: user.name });
  return (await read()).find(isOpen);
};

const challengeMs = 10 * 60 * 1000;

export interface NamedUser {
  userId: string;
  name: string;
}

export interface SignedIn {
  user: SessionUser;
  token: string;
}

/** Returns the tenant in which a user's session starts: their own, or else the oldest one that is active. Throws when there is none. */
export const findHome = async (ctx: Anonymous, userId: string): Promise<Membership> =>
  (await findWayIn(ctx, userId)) ?? fail('auth.no_membership');

/** Opens a session for a user who has passed every step of signing in. */
export const startSession = async (ctx: Anonymous, user: NamedUser, caller: Caller): Promise<SignedIn> => {
  const { userId, name } = user;
  const { tenantId, role } = await findHome(ctx, userId);
  return ctx.forTenant(tenantId, { kind: 'user', userId, role, name }).tx(async (tx) => {
    const token = await openSession(tx, userId, caller);
    await tx.audit('identity.signed_in', userId);
    return { user: await readSessionUser(tx, userId), token };
  });
};

/** Issues the token that the second step must repeat, which tells who passed the first. */
const issueChallenge = async (ctx: Anonymous, userId: string): Promise<string> => {
  const { tenantId } = await findHome(ctx, userId);
  const challenge = newToken('sfc');
  await ctx.globally(async (db) => {
    const user = await userRepository.find(db, userId);
    await verificationRepository.put(db, {
      tokenHash: hashToken(challenge),
      purpose: 'second-factor',
      userId,
      tenantId,
      email: user?.email ?? '',
      expiresAt: new Date(Date.now() + challengeMs),
    });
  });
  return challenge;
};

/**
 * Signs in a user who has passed the first step (a password, a provider), or asks for the second factor where it is on. A passkey counts as
 * both, so its sign-in calls `startSession` directly.
 */
export const continueSignIn = async (ctx: Anonymous, user: NamedUser, caller: Caller): Promise<SignedIn> => {
  if (await ctx.globally((db) => secondFactorRepository.isOn(db, user.userId)))
    fail('auth.second_factor_required', { challenge: await issueChallenge(ctx, user.userId) });
  return startSession(ctx, user, caller);
};

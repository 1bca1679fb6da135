import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import type { Membership } from '../../../tenancy/index.ts';
import { secondFactorRepository } from '../../repository/second-factor-repository.ts';
import { userRepository, verificationRepository } from '../../repository/user-repository.ts';
import { findWayIn } from './find-way-in.ts';
import { type Caller, openSession } from './open-session.ts';
import { readSessionUser } from './read-session-user.ts';

const challengeMs = 10 * 60 * 1000;

export interface Person {
  userId: string;
  name: string;
}

export interface Entered {
  user: SessionUser;
  token: string;
}

/** The company in which somebody begins: their own, or else the oldest one that lets them in. */
export const findHome = async (ctx: Anonymous, userId: string): Promise<Membership> =>
  (await findWayIn(ctx, userId)) ?? fail('auth.no_membership');

/** Opens a session for somebody who has proven who they are in every way that is asked of them. */
export const enter = async (ctx: Anonymous, person: Person, caller: Caller): Promise<Entered> => {
  const { userId, name } = person;
  const { tenantId, role } = await findHome(ctx, userId);
  return ctx.forTenant(tenantId, { kind: 'user', userId, role, name }).tx(async (tx) => {
    const token = await openSession(tx, userId, caller);
    await tx.audit('identity.signed_in', userId);
    return { user: await readSessionUser(tx, userId), token };
  });
};

/** What the second step must repeat, so that it is known who passed the first. */
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
 * Lets somebody in who has passed the first step (a password, a provider); asks for the second where it is on. Whoever
 * proves more than a password at once, as with a passkey, goes straight to `enter`.
 */
export const admit = async (ctx: Anonymous, person: Person, caller: Caller): Promise<Entered> => {
  if (await ctx.globally((db) => secondFactorRepository.isOn(db, person.userId)))
    fail('auth.second_factor_required', { challenge: await issueChallenge(ctx, person.userId) });
  return enter(ctx, person, caller);
};

import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import type { Anonymous, Exchange } from '../../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { extend } from '../../../../../kernel/services/extension-points.ts';
import type { ServiceDefinition } from '../../../../../kernel/services/services.ts';
import { ensureOwnTenant, type Membership, sessionKeeper, userTenants } from '../../../tenancy/index.ts';
import { presentSessionUser } from '../../present.ts';
import { credentialRepository } from '../../repository/credential-repository.ts';
import { secondFactorRepository } from '../../repository/second-factor-repository.ts';
import { sessionRepository, tenantSessionRepository } from '../../repository/session-repository.ts';
import { userDirectory } from '../../repository/user-directory.ts';
import { userRepository, verificationRepository } from '../../repository/user-repository.ts';
import { sessionCookies, sessionSeconds } from '../../request/cookies.ts';
import {
  idTokenScope,
  type OrchestratorClaims,
  orchestratorTokens,
} from '../../request/orchestrator-tokens.ts';

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

type Request = Pick<Exchange, 'address' | 'headers' | 'origin'>;
type Using = { use<T>(service: ServiceDefinition<T>): T };

/** Returns the details of the request that a sign-in needs. */
export const toCaller = (ctx: Using, { address, headers, origin }: Request): Caller => ({
  address,
  userAgent: headers['user-agent'],
  cookies: headers.cookie,
  sessionToken: ctx.use(sessionCookies).tokenOf(headers.cookie),
  origin,
});

interface Asked {
  tenantId: string;
  token: string | undefined;
  cookies: string | undefined;
}

/** Returns what proves the caller: the token that they sent, or else the session of their browser. */
const readProof = (ctx: Anonymous, { token, cookies }: Asked): Pick<OrchestratorClaims, 'by' | 'hash'> => {
  const ofBrowser = ctx.principal?.kind === 'user' ? ctx.use(sessionCookies).tokenOf(cookies) : undefined;
  const proof = token ?? ofBrowser ?? fail('auth.unauthenticated');
  return { by: proof.startsWith('atl_') ? 'key' : 'session', hash: hashToken(proof) };
};

/**
 * Makes a token for the calls of the orchestrator, or returns the one that the browser still has. Throws `auth.unauthenticated` and
 * `auth.tenant_mismatch`.
 */
export const obtainOrchestratorToken = async (ctx: Anonymous, asked: Asked) => {
  const { by, hash } = readProof(ctx, asked);
  const { identityPool } = ctx.services;
  const caller =
    by === 'key'
      ? await credentialRepository.findByApiKey(identityPool, hash)
      : await credentialRepository.findBySession(identityPool, hash);
  if (!caller) return fail('auth.unauthenticated');
  if (caller.tenantId !== asked.tenantId) return fail('auth.tenant_mismatch');
  const tokens = ctx.use(orchestratorTokens);
  const kept = tokens.kept(asked.cookies, asked.tenantId);
  if (kept?.claims.hash === hash) return kept;
  return tokens.make({ by, hash, tenantId: asked.tenantId });
};

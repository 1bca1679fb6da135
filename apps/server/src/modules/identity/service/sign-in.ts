import type { SessionUser } from '@atelier/contracts';
import { fail } from '../../../kernel/errors.ts';
import type { Anonymous } from '../../../kernel/http/exchange.ts';
import { listMemberships } from '../../tenancy/index.ts';
import { passwordCheck } from '../passwords.ts';
import { accountRepository } from '../repository.ts';
import { countSignInAttempt, forgetSignInAttempts } from './limit-sign-in.ts';
import { type Caller, openSession } from './open-session.ts';
import { readSessionUser } from './read-session-user.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Who the credentials belong to. An unknown email costs the same work and gets the same answer as a wrong password. */
const checkCredentials = async (ctx: Anonymous, { email, password }: Credentials) => {
  const account = await ctx.globally((db) => accountRepository.findPassword(db, email));
  const isRight = await ctx.use(passwordCheck)(account?.passwordHash, password);
  return account && isRight ? account : fail('auth.bad_credentials');
};

/** Begins a session in the user's own company, or else in the oldest one that lets them in. */
export const signIn = async (
  ctx: Anonymous,
  credentials: Credentials,
  caller: Caller,
): Promise<{ user: SessionUser; token: string }> => {
  await countSignInAttempt(ctx, credentials.email, caller.address);
  const { userId, name } = await checkCredentials(ctx, credentials);
  await forgetSignInAttempts(ctx, credentials.email, caller.address);
  const memberships = await ctx.globally((db) => listMemberships(db, userId));
  const { tenantId, role } =
    memberships.find(({ status }) => status === 'ACTIVE') ?? fail('auth.no_membership');
  return ctx.forTenant(tenantId, { kind: 'user', userId, role, name }).tx(async (tx) => {
    const token = await openSession(tx, userId, caller);
    await tx.audit('identity.signed_in', userId);
    return { user: await readSessionUser(tx, userId), token };
  });
};

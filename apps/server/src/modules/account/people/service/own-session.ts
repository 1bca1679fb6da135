import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { readSessionUser } from '../../identity/index.ts';
import { listMemberships } from '../../tenancy/index.ts';

/** Whoever is signed in with a session. An API key belongs to one company and cannot leave it. */
export const sessionActor = ({ actor }: Ctx) =>
  actor.kind === 'user' ? actor : fail('people.session_needed');

/** The person where their session went on, after it left a company. */
export const readMovedUser = async (ctx: Ctx): Promise<SessionUser> => {
  const actor = sessionActor(ctx);
  const memberships = await ctx.tx(({ db }) => listMemberships(db, actor.userId));
  const home = memberships.find(({ status }) => status === 'ACTIVE') ?? fail('auth.no_membership');
  return ctx
    .inTenant(home.tenantId, { ...actor, role: home.role })
    .tx((tx) => readSessionUser(tx, actor.userId));
};

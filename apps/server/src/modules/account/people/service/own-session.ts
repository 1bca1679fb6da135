import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { readSessionUser } from '../../identity/index.ts';
import { userTenants } from '../../tenancy/index.ts';

/** Returns the user of the session. Throws for an API key, which belongs to one tenant and cannot leave it. */
export const sessionActor = ({ actor }: Ctx) =>
  actor.kind === 'user' ? actor : fail('people.session_needed');

/** Reads the user in the tenant in which their session continues, after it left another. */
export const readMovedUser = async (ctx: Ctx): Promise<SessionUser> => {
  const actor = sessionActor(ctx);
  const memberships = await ctx.tx(({ db }) => userTenants.list(db, actor.userId));
  const home = memberships.find(({ status }) => status === 'ACTIVE') ?? fail('auth.no_membership');
  return ctx
    .inTenant(home.tenantId, { ...actor, role: home.role })
    .tx((tx) => readSessionUser(tx, actor.userId));
};

import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { userRepository } from '../repository/user-repository.ts';
import { getSessionUserId } from './checks/get-session-user-id.ts';
import { readSessionUser } from './sessions/open-session.ts';

/** Changes the caller's name, which all their tenants see. */
export const updateProfile = (ctx: Ctx, name: string): Promise<SessionUser> =>
  ctx.tx(async (tx) => {
    const userId = getSessionUserId(ctx);
    await userRepository.rename(tx.db, userId, name);
    await tx.audit('identity.profile_updated', userId);
    return readSessionUser(tx, userId);
  });

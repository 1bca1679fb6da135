import type { SessionEntry } from '@atelier/contracts/account/identity/account';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { sessionRepository } from '../../repository/session-repository.ts';
import { apiKeyRepository } from '../../repository/user-repository.ts';
import { describeDevice } from '../../request/describe-device.ts';
import { getSessionUserId } from '../checks/get-session-user-id.ts';

/** Lists the sessions of the user in all their tenants. `token` is that of the caller's session. */
export const listSessions = async (ctx: Ctx, token: string): Promise<SessionEntry[]> => {
  const current = hashToken(token);
  const rows = await ctx.tx(({ db }) => sessionRepository.listOf(db, getSessionUserId(ctx)));
  return rows
    .filter(({ expiresAt }) => expiresAt > ctx.now())
    .map((row) => ({
      sessionId: row.id,
      device: describeDevice(row.userAgent),
      address: row.address,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.refreshedAt.toISOString(),
      isCurrent: row.tokenHash === current,
    }));
};

export const endSession = (ctx: Ctx, sessionId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const userId = getSessionUserId(ctx);
    if (!(await sessionRepository.deleteOne(tx.db, userId, sessionId))) fail('account.session_not_found');
    await tx.audit('identity.session_ended', userId, { sessionId });
  });

/** Ends every session except the caller's, and on request revokes every API key. Returns how many sessions were ended. */
export const endOtherSessions = (ctx: Ctx, token: string, revokeApiKey: boolean): Promise<number> =>
  ctx.tx(async (tx) => {
    const userId = getSessionUserId(ctx);
    const ended = await sessionRepository.deleteOthers(tx.db, userId, hashToken(token));
    const apiKeysRevoked = revokeApiKey ? await apiKeyRepository.deleteAll(tx.db, userId) : 0;
    await tx.audit('identity.other_sessions_ended', userId, { ended, apiKeysRevoked });
    return ended;
  });

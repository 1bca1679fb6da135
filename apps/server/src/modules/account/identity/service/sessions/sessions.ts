import type { SessionEntry } from '@atelier/contracts/account/identity/account';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { sessionRepository } from '../../repository/session-repository.ts';
import { apiKeyRepository } from '../../repository/user-repository.ts';
import { getSessionUserId } from '../checks/get-session-user-id.ts';

/** The first match names the browser. Many browsers also name others, so the order matters. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (list: [RegExp, string][], agent: string) => list.find(([sign]) => sign.test(agent))?.[1];

/** Describes a user agent: "Firefox on Windows", or the program's own name. */
export const describeDevice = (agent: string | null): string => {
  if (agent === null || agent.trim() === '') return 'Unknown device';
  const browser = nameIn(browsers, agent);
  const system = nameIn(systems, agent);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? (agent.split(/[/\s]/)[0] || 'Unknown device');
};

/** Lists the sessions of the user in all their tenants. `token` is that of the caller's session. */
export const listSessions = async (ctx: Ctx, token: string): Promise<SessionEntry[]> => {
  const current = hashToken(token);
  const rows = await ctx.tx(({ db }) => sessionRepository.listSessionRows(db, getSessionUserId(ctx)));
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

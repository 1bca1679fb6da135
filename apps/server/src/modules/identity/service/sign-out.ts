import type { Anonymous } from '../../../kernel/http/exchange.ts';
import { hashToken } from '../../../kernel/secrets.ts';
import { sessionProviderRepository } from '../openid/repository.ts';
import { endProviderSession } from '../openid/service/end-provider-session.ts';
import { sessionRepository } from '../session-repository.ts';

/**
 * Ends the session of `token`; one that is gone already is no failure. Returns where the browser goes to end the session at
 * the provider that it came from, or null.
 */
export const signOut = async (
  ctx: Anonymous,
  token: string | undefined,
  origin: string,
): Promise<string | null> => {
  if (token === undefined || ctx.principal?.kind !== 'user' || !ctx.own) return null;
  const { userId } = ctx.principal;
  const tokenHash = hashToken(token);
  const from = await ctx.own.tx(async (tx) => {
    const found = await sessionProviderRepository.find(tx.db, tokenHash);
    if (await sessionRepository.delete(tx.db, tokenHash)) await tx.audit('identity.signed_out', userId);
    return found;
  });
  return from ? endProviderSession(ctx, { tokenHash, ...from }, origin) : null;
};

import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { sessionProviderRepository } from '../../repository/openid-repository.ts';
import { sessionRepository } from '../../repository/session-repository.ts';
import { idTokenScope } from '../../request/orchestrator-tokens.ts';
import { openidClients } from '../clients.ts';

interface ProviderSession {
  provider: string;
  /** Tells the provider which session to end; unknown when our session is already gone. */
  idToken?: string;
}

/**
 * Returns the URL that ends the session at the provider too (SESSION-18). Returns null when there is none or the provider cannot be
 * reached, because our own session has ended anyway.
 */
const endProviderSession = async (
  ctx: Anonymous,
  { provider, idToken }: ProviderSession,
  origin: string,
): Promise<string | null> => {
  const client = ctx.use(openidClients).find(provider);
  if (!client) return null;
  return client.endSessionUrl({ idToken, returnTo: `${origin}/` }).catch((error: unknown) => {
    ctx.log.warn({ err: error, provider }, 'the session at the provider was not ended');
    return null;
  });
};

interface Leaving {
  token: string | undefined;
  /** The provider that the browser remembers, for a session that is already gone. */
  provider: string | undefined;
  origin: string;
}

/**
 * Ends the session of `token`; it is no failure when the session is already gone. Returns the URL that ends the session at its provider
 * (SESSION-18, ERROR-06), or null.
 */
export const signOut = async (
  ctx: Anonymous,
  { token, provider, origin }: Leaving,
): Promise<string | null> => {
  if (token === undefined || ctx.principal?.kind !== 'user' || !ctx.own)
    return provider === undefined ? null : endProviderSession(ctx, { provider }, origin);
  const { userId } = ctx.principal;
  const tokenHash = hashToken(token);
  const from = await ctx.own.tx(async (tx) => {
    const found = await sessionProviderRepository.find(tx.db, tokenHash);
    if (await sessionRepository.delete(tx.db, tokenHash)) await tx.audit('identity.signed_out', userId);
    return found;
  });
  if (!from?.provider || from.idToken === null) return null;
  const idToken = ctx.services.secrets.decrypt(from.idToken, idTokenScope(tokenHash));
  return endProviderSession(ctx, { provider: from.provider, idToken }, origin);
};

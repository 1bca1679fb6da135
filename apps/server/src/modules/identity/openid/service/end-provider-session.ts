import type { Anonymous } from '../../../../kernel/http/exchange.ts';
import { openidClients } from '../clients.ts';
import { idTokenScope } from '../id-token-scope.ts';

export interface ProviderSession {
  tokenHash: string;
  provider: string | null;
  idToken: string | null;
}

/**
 * Where the browser goes to end the session at the provider too (SESSION-18); null when there is none, or the provider
 * cannot be reached: the session here is over all the same.
 */
export const endProviderSession = async (
  ctx: Anonymous,
  { tokenHash, provider, idToken }: ProviderSession,
  origin: string,
): Promise<string | null> => {
  const client = provider === null ? undefined : ctx.use(openidClients).find(provider);
  if (!client || idToken === null) return null;
  return client
    .endSessionUrl({
      idToken: ctx.services.secrets.decrypt(idToken, idTokenScope(tokenHash)),
      returnTo: `${origin}/`,
    })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, provider }, 'the session at the provider was not ended');
      return null;
    });
};

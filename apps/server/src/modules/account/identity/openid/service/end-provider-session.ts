import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
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
export const endProviderSession = async (
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

import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { openidClients } from '../clients.ts';

interface ProviderSession {
  provider: string;
  /** Tells the provider whose session it is; not known of a session that is gone. */
  idToken?: string;
}

/**
 * Where the browser goes to end the session at the provider too (SESSION-18); null when there is none, or the provider
 * cannot be reached: the session here is over all the same.
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

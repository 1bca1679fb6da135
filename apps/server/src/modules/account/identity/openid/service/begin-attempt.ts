import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import type { OpenidAttempt } from '../../repository/openid-repository.ts';
import { attemptSeconds, proofsOf } from '../browser.ts';
import type { OpenidClients } from '../clients.ts';

export interface Beginning {
  provider: OpenidProvider;
  returnTo?: string | undefined;
  /** Token of a mail that lets somebody in. */
  invite?: string | undefined;
  /** Whose account is being linked. */
  userId?: string | undefined;
  /** The secret of the browser that begins. */
  browserSecret: string;
  /** The address of this server. */
  origin: string;
}

/** Where a provider sends the browser back to (ROUTE-52). */
export const callbackAddress = (origin: string): string => `${origin}/auth/callback`;

/** Makes what is stored of an attempt, and the address at the provider. Asks the provider what it offers. */
export const beginAttempt = async (
  clients: OpenidClients,
  { provider, returnTo, invite, userId, browserSecret, origin }: Beginning,
): Promise<{ attempt: OpenidAttempt; redirectTo: string }> => {
  const state = newToken('opn');
  const redirectTo = await clients
    .get(provider)
    .authorizationUrl({ redirectUri: callbackAddress(origin), state, ...proofsOf(browserSecret, state) });
  return {
    redirectTo,
    attempt: {
      stateHash: hashToken(state),
      browserHash: hashToken(browserSecret),
      provider,
      returnTo: returnTo ?? null,
      inviteHash: invite === undefined ? null : hashToken(invite),
      userId: userId ?? null,
      expiresAt: new Date(Date.now() + attemptSeconds * 1000),
    },
  };
};

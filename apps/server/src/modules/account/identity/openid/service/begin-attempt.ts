import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import type { OpenidAttempt } from '../../repository/openid-repository.ts';
import { attemptSeconds, deriveProofs } from '../browser.ts';
import type { OpenidClients } from '../clients.ts';

export interface Beginning {
  provider: OpenidProvider;
  returnTo?: string | undefined;
  /** The token of an admission mail. */
  invite?: string | undefined;
  /** The user whose account is linked; undefined for a sign-in. */
  userId?: string | undefined;
  /** The app to which an app user signs in; undefined for the builder. */
  appId?: string | undefined;
  /** The secret of the browser that starts. */
  browserSecret: string;
  /** The origin of this server. */
  origin: string;
}

/** Returns the URL to which a provider sends the browser back (ROUTE-52). */
export const callbackAddress = (origin: string): string => `${origin}/auth/callback`;

/** The state of an app user names the app, so that the page to which the browser comes back knows whose it is. */
const newState = (appId: string | undefined): string =>
  appId === undefined ? newToken('opn') : `${newToken('opu')}.${appId}`;

/** Prepares the row of an attempt and the URL at the provider. Reads the provider's discovery document. */
export const beginAttempt = async (
  clients: OpenidClients,
  { provider, returnTo, invite, userId, appId, browserSecret, origin }: Beginning,
): Promise<{ attempt: OpenidAttempt; redirectTo: string }> => {
  const state = newState(appId);
  const redirectTo = await clients.get(provider).authorizationUrl({
    redirectUri: callbackAddress(origin),
    state,
    // The account of another address, which was not invited, must not be the only one that is ever tried.
    choosesAccount: appId !== undefined,
    ...deriveProofs(browserSecret, state),
  });
  return {
    redirectTo,
    attempt: {
      stateHash: hashToken(state),
      browserHash: hashToken(browserSecret),
      provider,
      returnTo: returnTo ?? null,
      inviteHash: invite === undefined ? null : hashToken(invite),
      userId: userId ?? null,
      appId: appId ?? null,
      expiresAt: new Date(Date.now() + attemptSeconds * 1000),
    },
  };
};

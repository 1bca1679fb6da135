import type { OpenidProvider } from '@atelier/contracts';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchUserInfo,
} from 'openid-client';
import { z } from 'zod';
import type { Log } from '../../kernel/log.ts';
import type { Outbound } from '../../kernel/outbound.ts';
import { asUpstream, isOtherIssuer } from './openid-failure.ts';

export interface ProviderSettings {
  clientId: string;
  clientSecret: string | undefined;
  issuer: string;
  name: string;
}

export interface OpenidClientParts {
  provider: OpenidProvider;
  settings: ProviderSettings;
  /** Reaches the issuer's host, which the operator trusts, wherever it lies. */
  outbound: Outbound;
  log: Log;
}

/** What the browser brought back, and what it is checked against. */
export interface Redemption {
  /** The address to which the provider sent the browser, with its query. */
  callbackUrl: URL;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What a provider says of somebody, checked. */
export interface ProviderAnswer {
  /** Issuer and its own id of the person: the same number of another issuer is somebody else. */
  subject: string;
  email: string | undefined;
  /** Undefined where the provider does not say. */
  isEmailVerified: boolean | undefined;
  name: string | undefined;
  /** The address of a picture. */
  picture: string | undefined;
  idToken: string;
  /** For calls to the provider; undefined when it was not granted what the call needs. */
  accessTokenFor: (scope: string) => string | undefined;
}

export interface OpenidClient {
  authorizationUrl(parameters: {
    redirectUri: string;
    state: string;
    nonce: string;
    codeVerifier: string;
  }): Promise<string>;
  redeem(redemption: Redemption): Promise<ProviderAnswer>;
  /** Where the browser goes to end the session at the provider; null when it offers no such thing. */
  endSessionUrl(parameters: { idToken: string; returnTo: string }): Promise<string | null>;
}

/** After an hour, what a provider says of itself is read again. */
const freshMs = 60 * 60 * 1000;
const timeoutSeconds = 10;

const scopes: Record<OpenidProvider, string> = {
  openid: 'openid email profile',
  google: 'openid email profile',
  microsoft: 'openid email profile User.Read',
};

const Claims = z.object({
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z
    .boolean()
    .or(z.enum(['true', 'false']))
    .optional()
    .catch(undefined),
  /** Microsoft: the directory owns the domain of the address. */
  xms_edov: z
    .boolean()
    .or(z.literal([0, 1, '0', '1', 'true', 'false']))
    .optional()
    .catch(undefined),
  name: z.string().optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
  picture: z.url().max(2000).optional().catch(undefined),
});

const isTrue = (value: unknown): boolean => [true, 1, '1', 'true'].some((one) => one === value);

/** Microsoft lets directories claim any address, so only what it vouches for counts as verified there. */
const verifiedBy = (provider: OpenidProvider, claims: z.infer<typeof Claims>): boolean | undefined => {
  if (provider === 'microsoft')
    return isTrue(claims.xms_edov) || isTrue(claims.email_verified) ? true : undefined;
  return claims.email_verified === undefined ? undefined : isTrue(claims.email_verified);
};

const nameIn = ({ name, given_name, family_name }: z.infer<typeof Claims>): string | undefined =>
  [name, [given_name, family_name].filter(Boolean).join(' ')]
    .map((each) => each?.replaceAll('\0', '').trim().slice(0, 100))
    .find((each) => each !== undefined && each !== '');

/** A client of one provider. What the provider says of itself is read on first use, kept, and read anew after a failure. */
export const createOpenidClient = ({
  provider,
  settings,
  outbound,
  log,
}: OpenidClientParts): OpenidClient => {
  const isInsecure = settings.issuer.startsWith('http:');
  const discoverAt = (issuer: string): Promise<Configuration> =>
    discovery(new URL(issuer), settings.clientId, settings.clientSecret, undefined, {
      timeout: timeoutSeconds,
      [customFetch]: (url, { body, ...options }) =>
        outbound.fetch(url, { ...options, ...(body ? { body } : {}) }),
      // Deprecated by name only, as a warning: an issuer at http:// is what the operator chose, for a trial.
      execute: isInsecure ? [allowInsecureRequests] : [],
    });

  let known: { since: number; configuration: Promise<Configuration> } | undefined;
  const configure = (): Promise<Configuration> => {
    if (known && Date.now() - known.since < freshMs) return known.configuration;
    const configuration = asUpstream({ log, provider, step: 'discovery' }, () =>
      discoverAt(settings.issuer).catch((error: unknown) => {
        // The configuration drops a slash at the end, which some issuers have in their name.
        if (isOtherIssuer(error)) return discoverAt(`${settings.issuer}/`);
        throw error;
      }),
    );
    const entry = { since: Date.now(), configuration };
    known = entry;
    configuration.catch(() => {
      if (known === entry) known = undefined;
    });
    return configuration;
  };

  const readClaims = async (configuration: Configuration, { callbackUrl, ...proofs }: Redemption) => {
    const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
      expectedState: proofs.state,
      expectedNonce: proofs.nonce,
      pkceCodeVerifier: proofs.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || tokens.id_token === undefined) throw new Error('There is no id token.');
    const isComplete = claims['email'] !== undefined && claims['name'] !== undefined;
    const asked = !isComplete && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const info = asked ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
    return { tokens, claims, all: Claims.parse({ ...info, ...claims }), idToken: tokens.id_token };
  };

  return {
    authorizationUrl: async ({ redirectUri, state, nonce, codeVerifier }) =>
      buildAuthorizationUrl(await configure(), {
        redirect_uri: redirectUri,
        scope: scopes[provider],
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href,

    redeem: async (redemption) => {
      const configuration = await configure();
      const { tokens, claims, all, idToken } = await asUpstream({ log, provider, step: 'redemption' }, () =>
        readClaims(configuration, redemption),
      );
      // A provider that says nothing has granted what was asked for (RFC 6749, 5.1).
      const granted = (tokens.scope ?? scopes[provider]).toLowerCase().split(/[\s,]+/);
      return {
        subject: `${claims.iss} ${claims.sub}`,
        email: all.email?.toLowerCase(),
        isEmailVerified: verifiedBy(provider, all),
        name: nameIn(all),
        picture: all.picture,
        idToken,
        accessTokenFor: (scope) =>
          granted.some((each) => each.endsWith(scope.toLowerCase())) ? tokens.access_token : undefined,
      };
    },

    endSessionUrl: async ({ idToken, returnTo }) => {
      const configuration = await configure();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: returnTo,
      }).href;
    },
  };
};

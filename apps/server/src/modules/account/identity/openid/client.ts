import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import { z } from 'zod';
import type { Log } from '../../../../kernel/log/log.ts';
import type { Outbound } from '../../../../kernel/outbound/outbound.ts';
import { asUpstream, isOtherIssuer } from './failure.ts';

/** The discovery document is read again after this time. */
const freshMs = 60 * 60 * 1000;
const timeoutSeconds = 10;
/** Descriptions, keys and tokens have some kilobytes. They are parsed where everybody waits. */
const maxBytes = 1024 * 1024;

const discoverAt = ({ settings, outbound }: OpenidClientParts, issuer: string): Promise<Configuration> =>
  discovery(new URL(issuer), settings.clientId, settings.clientSecret, undefined, {
    timeout: timeoutSeconds,
    [customFetch]: (url, { body, ...options }) =>
      outbound.fetch(url, { ...options, maxBytes, ...(body ? { body } : {}) }),
    // Without the checks the library trusts the connection to the token endpoint, and verifies no signature. An issuer at http:// is the
    // operator's choice, for a trial.
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
  });

/** Returns a function that reads the discovery document on first use, caches it, and reads it again after a failure. */
const keepDiscovery = (parts: OpenidClientParts): (() => Promise<Configuration>) => {
  const { provider, settings, log } = parts;
  let known: { since: number; configuration: Promise<Configuration> } | undefined;
  return () => {
    if (known && Date.now() - known.since < freshMs) return known.configuration;
    const configuration = asUpstream({ log, provider, step: 'discovery' }, () =>
      discoverAt(parts, settings.issuer).catch((error: unknown) => {
        // The configuration drops a final slash, which some issuers have in their name.
        if (isOtherIssuer(error)) return discoverAt(parts, `${settings.issuer}/`);
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
};

const Claims = z.object({
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z
    .boolean()
    .or(z.enum(['true', 'false']))
    .optional()
    .catch(undefined),
  /** Microsoft: true when the directory owns the domain of the address. */
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
type Claims = z.infer<typeof Claims>;

const isTrue = (value: unknown): boolean => [true, 1, '1', 'true'].some((one) => one === value);

/** Microsoft lets directories claim any address, so only this claim of its own counts as verification. */
const verifiedBy = (provider: OpenidProvider, claims: Claims): boolean | undefined => {
  if (provider === 'microsoft') return isTrue(claims.xms_edov) ? true : undefined;
  return claims.email_verified === undefined ? undefined : isTrue(claims.email_verified);
};

const cleaned = (text: string | undefined): string | undefined =>
  text?.replaceAll('\0', '').trim().slice(0, 100) || undefined;

const nameIn = ({ name, given_name, family_name }: Claims): string | undefined =>
  cleaned(name) ?? cleaned([given_name, family_name].filter(Boolean).join(' '));

/** The claims of a provider about a user, as far as they are readable. */
interface Profile {
  email: string | undefined;
  /** Undefined when the provider does not say. */
  isEmailVerified: boolean | undefined;
  name: string | undefined;
  givenName: string | undefined;
  familyName: string | undefined;
  /** The URL of a picture. */
  picture: string | undefined;
}

const profileIn = (provider: OpenidProvider, raw: object): Profile => {
  const claims = Claims.parse(raw);
  return {
    email: claims.email?.toLowerCase(),
    isEmailVerified: verifiedBy(provider, claims),
    name: nameIn(claims),
    givenName: cleaned(claims.given_name),
    familyName: cleaned(claims.family_name),
    picture: claims.picture,
  };
};

interface ProviderSettings {
  clientId: string;
  clientSecret: string | undefined;
  issuer: string;
  name: string;
}

interface OpenidClientParts {
  provider: OpenidProvider;
  settings: ProviderSettings;
  /** May reach the issuer's host wherever it is, because the operator trusts it. */
  outbound: Outbound;
  log: Log;
}

/** The browser's return from the provider, and the values that it is checked against. */
interface Redemption {
  /** The URL to which the provider sent the browser, with its query. */
  callbackUrl: URL;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The verified answer of a provider about a user. */
export interface ProviderAnswer extends Profile {
  /** The issuer with its own id of the user. The same id at another issuer is another user. */
  subject: string;
  idToken: string;
  /** Returns an access token for calls to the provider; undefined when the scope was not granted. */
  accessTokenFor: (scope: string) => string | undefined;
}

export interface OpenidClient {
  authorizationUrl(parameters: {
    redirectUri: string;
    state: string;
    nonce: string;
    codeVerifier: string;
    /** True to let the user choose among the accounts that the browser has at the provider, where it offers the choice. */
    choosesAccount?: boolean;
  }): Promise<string>;
  redeem(redemption: Redemption): Promise<ProviderAnswer>;
  /** Returns the URL that ends the session at the provider; null when the provider offers none. */
  endSessionUrl(parameters: { idToken: string | undefined; returnTo: string }): Promise<string | null>;
}

/** The providers that know `prompt=select_account`; others may refuse it. */
const withChoice: readonly OpenidProvider[] = ['google', 'microsoft'];

const scopes: Record<OpenidProvider, string> = {
  openid: 'openid email profile',
  google: 'openid email profile',
  microsoft: 'openid email profile User.Read',
};

/** Exchanges the code and verifies the tokens. Asks the provider for more claims when the id token has few. */
const readTokens = async (configuration: Configuration, { callbackUrl, ...proofs }: Redemption) => {
  const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
    expectedState: proofs.state,
    expectedNonce: proofs.nonce,
    pkceCodeVerifier: proofs.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || tokens.id_token === undefined) throw new Error('There is no id token.');
  const isComplete = claims['email'] !== undefined && claims['name'] !== undefined;
  const mayAsk = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more =
    !isComplete && mayAsk ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
  return {
    subject: `${claims.iss} ${claims.sub}`,
    claims: { ...more, ...claims },
    idToken: tokens.id_token,
    accessToken: tokens.access_token,
    scope: tokens.scope,
  };
};

/** Makes a client of one provider. */
export const createOpenidClient = (parts: OpenidClientParts): OpenidClient => {
  const { provider, log } = parts;
  const configure = keepDiscovery(parts);
  return {
    authorizationUrl: async ({ redirectUri, state, nonce, codeVerifier, choosesAccount = false }) => {
      const configuration = await configure();
      const challenge = await calculatePKCECodeChallenge(codeVerifier);
      // Throws when the provider names an authorization endpoint that is no web address.
      return asUpstream({ log, provider, step: 'discovery' }, async () => {
        const { href } = buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: scopes[provider],
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...(choosesAccount && withChoice.includes(provider) ? { prompt: 'select_account' } : {}),
        });
        return href;
      });
    },

    redeem: async (redemption) => {
      const configuration = await configure();
      const { subject, claims, idToken, accessToken, scope } = await asUpstream(
        { log, provider, step: 'redemption' },
        () => readTokens(configuration, redemption),
      );
      // A provider that names no scope has granted the requested one (RFC 6749, 5.1).
      const granted = (scope ?? scopes[provider]).toLowerCase().split(/[\s,]+/);
      return {
        ...profileIn(provider, claims),
        subject,
        idToken,
        accessTokenFor: (wanted) =>
          granted.some((each) => each.endsWith(wanted.toLowerCase())) ? accessToken : undefined,
      };
    },

    endSessionUrl: async ({ idToken, returnTo }) => {
      const configuration = await configure();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(configuration, {
        ...(idToken === undefined ? {} : { id_token_hint: idToken }),
        post_logout_redirect_uri: returnTo,
      }).href;
    },
  };
};

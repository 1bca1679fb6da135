import {
  allowInsecureRequests,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { OpenidClientParts } from './client.ts';
import { asUpstream, isOtherIssuer } from './failure.ts';

/** After an hour, what a provider says of itself is read again. */
const freshMs = 60 * 60 * 1000;
const timeoutSeconds = 10;

const discoverAt = ({ settings, outbound }: OpenidClientParts, issuer: string): Promise<Configuration> =>
  discovery(new URL(issuer), settings.clientId, settings.clientSecret, undefined, {
    timeout: timeoutSeconds,
    [customFetch]: (url, { body, ...options }) =>
      outbound.fetch(url, { ...options, ...(body ? { body } : {}) }),
    // Without it the library takes the connection to the token endpoint for proof enough, and checks no signature. An
    // issuer at http:// is what the operator chose, for a trial.
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
  });

/** Reads what a provider says of itself on first use, keeps it, and reads it anew after a failure. */
export const keepDiscovery = (parts: OpenidClientParts): (() => Promise<Configuration>) => {
  const { provider, settings, log } = parts;
  let known: { since: number; configuration: Promise<Configuration> } | undefined;
  return () => {
    if (known && Date.now() - known.since < freshMs) return known.configuration;
    const configuration = asUpstream({ log, provider, step: 'discovery' }, () =>
      discoverAt(parts, settings.issuer).catch((error: unknown) => {
        // The configuration drops a slash at the end, which some issuers have in their name.
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

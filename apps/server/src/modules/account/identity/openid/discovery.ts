import {
  allowInsecureRequests,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { OpenidClientParts } from './client.ts';
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
export const keepDiscovery = (parts: OpenidClientParts): (() => Promise<Configuration>) => {
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

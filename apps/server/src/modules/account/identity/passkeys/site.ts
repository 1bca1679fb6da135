import { isIP } from 'node:net';
import { fail } from '../../../../kernel/base/errors.ts';

/** Returns the site that a passkey belongs to. Browsers create none for a bare IP address. */
export const parseSite = (origin: string): { origin: string; host: string } => {
  const host = new URL(origin).hostname;
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) fail('passkeys.no_host_name');
  return { origin, host };
};

/** The time in which a user must answer the device, in milliseconds. */
export const challengeMs = 5 * 60 * 1000;

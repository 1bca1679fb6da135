import { isIP } from 'node:net';
import { fail } from '../../../../kernel/base/errors.ts';

/** The site that a passkey belongs to: browsers make none for a bare number. */
export const siteOf = (origin: string): { origin: string; host: string } => {
  const host = new URL(origin).hostname;
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) fail('passkeys.no_host_name');
  return { origin, host };
};

/** How long somebody has for answering the device. */
export const challengeMs = 5 * 60 * 1000;

import { createHmac } from 'node:crypto';
import { defineService } from '../../services/services.ts';

/** Makes the token that a page repeats in `x-csrf-token` when it sends an unsafe request with the cookie of a session. */
export const forgeryTokens = defineService({
  name: 'kernel.forgery-tokens',
  create: ({ secrets }) => {
    const key = Buffer.from(secrets.derive('csrf'), 'hex');
    return {
      /** Derived from a key of this server, for the session with this hash only. */
      forSession: (tokenHash: string): string =>
        createHmac('sha256', key).update(tokenHash).digest('base64url'),
    };
  },
});

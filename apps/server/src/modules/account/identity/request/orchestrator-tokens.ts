import { createHmac } from 'node:crypto';
import { orchestratorTokenSeconds } from '@atelier/contracts/account/identity/orchestrator-token';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { isSameSecret, type SecretScope } from '../../../../kernel/secrets/secrets.ts';
import { defineService } from '../../../../kernel/services/services.ts';

/** Returns the encryption scope of an id token, which can be decrypted only with the session that it came with. */
export const idTokenScope = (tokenHash: string): SecretScope => ({
  purpose: `id-token ${tokenHash}`,
  tenantId: '',
});

/** The claims of a token. Its holder cannot use them elsewhere: the hash cannot be turned back into the credential. */
const Claims = z.object({
  /** The credential that obtained the token, which ends together with it. */
  by: z.enum(['session', 'key']),
  hash: z.string(),
  tenantId: z.string(),
  /** When the token ends, in seconds since 1970. */
  ends: z.number(),
});
export type OrchestratorClaims = z.infer<typeof Claims>;

const form = /^flo_([\w-]{1,600})\.([\w-]{43})$/;
const now = (): number => Math.floor(Date.now() / 1000);

const cookieName = (tenantId: string): string => `flow_token_${tenantId}`;

/**
 * Makes and reads the tokens of the orchestrator. A token is signed and not stored: it is judged by the session or the API key that
 * obtained it, so it ends with the sign-out, with a new key, and with the membership.
 */
export const orchestratorTokens = defineService({
  name: 'identity.orchestrator-tokens',
  create: ({ config, secrets }) => {
    const key = Buffer.from(secrets.derive('orchestrator token'), 'hex');
    const isSecure = config.server.publicUrl?.startsWith('https:') ?? false;
    const prefix = isSecure ? '__Host-' : '';
    const sign = (claims: string): string => createHmac('sha256', key).update(claims).digest('base64url');

    const read = (token: string): OrchestratorClaims | undefined => {
      const [, claims = '', signature = ''] = form.exec(token) ?? [];
      if (!isSameSecret(signature, sign(claims))) return undefined;
      const read = Claims.safeParse(parseJson(Buffer.from(claims, 'base64url').toString('utf8')));
      return read.success && read.data.ends > now() ? read.data : undefined;
    };

    return {
      read,
      make: (subject: Omit<OrchestratorClaims, 'ends'>) => {
        const claims = { ...subject, ends: now() + orchestratorTokenSeconds };
        const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
        return { token: `flo_${text}.${sign(text)}`, claims };
      },
      /** Returns the token that the browser keeps for this tenant, unless it has ended. */
      kept: (cookies: string | undefined, tenantId: string) => {
        const start = `${prefix}${cookieName(tenantId)}=`;
        const found = cookies?.split(/; */).find((cookie) => cookie.startsWith(start));
        const token = found?.slice(start.length) ?? '';
        const claims = read(token);
        return claims && { token, claims };
      },
      /** Returns the `set-cookie` value with which the browser keeps a token of this tenant for a day. */
      keep: (tenantId: string, token: string): string =>
        `${prefix}${cookieName(tenantId)}=${token}; Path=/; Max-Age=${orchestratorTokenSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}; HttpOnly`,
      /** Returns the `set-cookie` values that make a browser forget all its tokens. */
      forget: (cookies: string | undefined): string[] =>
        (cookies?.split(/; */) ?? [])
          .map((cookie) => cookie.slice(0, cookie.indexOf('=')))
          .filter((name) => name.startsWith(`${prefix}${cookieName('')}`))
          .map((name) => `${name}=; Path=/; Max-Age=0; SameSite=Lax${isSecure ? '; Secure' : ''}; HttpOnly`),
    };
  },
});

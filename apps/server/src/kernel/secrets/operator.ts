import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { isSameSecret, readOrMakeKeys } from './secrets.ts';

/**
 * Proves that a browser belongs to the operator of this machine, who has read the link that the start prints or the file in the data
 * folder.
 */
export interface Operator {
  /** The code in the link that the start prints. */
  readonly code: string;
  isCode(text: string): boolean;
  /** Returns the `set-cookie` value for a browser that showed the code. */
  issue(): string;
  /** True when a `cookie` header holds a proof that is valid and not expired. */
  isHolder(cookies: string | undefined): boolean;
}

const cookieName = 'atelier_operator';
const validSeconds = 7 * 24 * 60 * 60;
// expression-is-made: the name of a cookie of ours; a header has 16 KB at most.
const pattern = new RegExp(`(?:^|;)\\s*${cookieName}=(\\d{1,12})\\.([\\w-]{43})(?:;|$)`);

/** Makes the proof for one code. @param now milliseconds since 1970 */
export const createOperator = (code: string, now: () => number = Date.now): Operator => {
  // Signed with the code, so that another code makes every cookie invalid.
  const sign = (expires: string) =>
    createHmac('sha256', code).update(`atelier operator ${expires}`).digest('base64url');
  return {
    code,
    isCode: (text) => isSameSecret(text, code),
    issue: () => {
      const expires = String(Math.floor(now() / 1000) + validSeconds);
      return `${cookieName}=${expires}.${sign(expires)}; Path=/; Max-Age=${validSeconds}; SameSite=Strict; HttpOnly`;
    },
    isHolder: (cookies = '') => {
      const [, expires = '', signature = ''] = pattern.exec(cookies) ?? [];
      return Number(expires) * 1000 > now() && isSameSecret(signature, sign(expires));
    },
  };
};

/**
 * Loads the code of this data folder from `<data folder>/keys/operator` (mode 0600). If the file was deleted, the next start makes a new
 * one. Returns undefined with `PUBLIC_URL`: the operator of that server sets variables, and needs no browser for it.
 */
export const loadOperator = async ({
  dataFolder,
  server,
}: Pick<Config, 'dataFolder' | 'server'>): Promise<Operator | undefined> => {
  if (server.publicUrl !== undefined) return undefined;
  const [code] = await readOrMakeKeys(join(dataFolder, 'keys', 'operator'));
  return code === undefined ? undefined : createOperator(code);
};

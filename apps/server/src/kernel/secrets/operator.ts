import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { isSameSecret, readOrMakeKeys } from './secrets.ts';

/** Proves that somebody runs this machine: they have read what its start prints, or the file in its data folder. */
export interface Operator {
  /** Goes into the link that the start prints. */
  readonly code: string;
  isCode(text: string): boolean;
  /** The `set-cookie` value for a browser that showed the code. */
  issue(): string;
  /** Whether a `cookie` header holds a proof that still counts. */
  isHolder(cookies: string | undefined): boolean;
}

const cookieName = 'atelier_operator';
const validSeconds = 7 * 24 * 60 * 60;
// expression-is-made: the name of a cookie of ours; a header has 16 KB at most.
const pattern = new RegExp(`(?:^|;)\\s*${cookieName}=(\\d{1,12})\\.([\\w-]{43})(?:;|$)`);

/** @param now milliseconds since 1970 */
export const createOperator = (code: string, now: () => number = Date.now): Operator => {
  // Signed by the code, so that another code makes every cookie void.
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
 * The proof of this data folder, kept in `<data folder>/keys/operator` (mode 0600); whoever deletes that file gets another
 * one at the next start. Undefined with `PUBLIC_URL`: whoever runs that server sets variables, and needs no browser for it.
 */
export const loadOperator = async ({
  dataFolder,
  server,
}: Pick<Config, 'dataFolder' | 'server'>): Promise<Operator | undefined> => {
  if (server.publicUrl !== undefined) return undefined;
  const [code] = await readOrMakeKeys(join(dataFolder, 'keys', 'operator'));
  return code === undefined ? undefined : createOperator(code);
};

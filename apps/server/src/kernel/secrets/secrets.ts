import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readIfThere } from '../base/read-if-there.ts';
import type { Config } from '../config/config.ts';

/** The purpose for which a value was encrypted. It can be decrypted only with the same scope, so it cannot be moved to another row. */
export type SecretScope = { purpose: string; tenantId: string };

/** Encrypts values that must be kept but never shown. */
export type Secrets = {
  /**
   * Encrypts with the newest key.
   * @returns `v1.<keyId>.<iv>.<tag>.<ciphertext>`, each part base64url
   */
  encrypt(plain: string, scope: SecretScope): string;
  /** @throws SecretError when the key is unknown, the value was changed, or the scope is another */
  decrypt(value: string, scope: SecretScope): string;
  /** True when a value was encrypted with an older key and should be encrypted again. */
  isOutdated(value: string): boolean;
  /** Derives a key of 256 bits for one purpose (signing cookies, say) from the newest key, in hex. */
  derive(purpose: string): string;
};

export class SecretError extends Error {
  readonly code = 'secrets.unreadable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SecretError';
  }
}

const stretch = (key: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `atelier ${purpose}`, bytes));

const openKey = (key: string) => ({
  id: stretch(key, 'key id', 6).toString('base64url'),
  key: stretch(key, 'encryption', 32),
});

const boundTo = ({ purpose, tenantId }: SecretScope) =>
  Buffer.from(JSON.stringify(['v1', purpose, tenantId]));

/** Makes the encryption. @param keys newest first, at least one, each of at least 32 characters */
export const createSecrets = (keys: readonly string[]): Secrets => {
  const [newestKey] = keys;
  if (newestKey === undefined) throw new Error('At least one key is needed.');
  const newest = openKey(newestKey);
  const derived = new Map<string, string>();
  const byId = new Map(keys.map(openKey).map(({ id, key }) => [id, key]));
  return {
    encrypt: (plain, scope) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv).setAAD(boundTo(scope));
      const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const parts = [iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
      return ['v1', newest.id, ...parts].join('.');
    },
    decrypt: (value, scope) => {
      const [version, id = '', iv = '', tag = '', ciphertext = ''] = value.split('.');
      const key = byId.get(id);
      if (version !== 'v1') throw new SecretError('The stored secret has an unknown format.');
      if (!key)
        throw new SecretError(`The key ${id} that encrypted this secret is missing from the configuration.`);
      try {
        const options = { authTagLength: 16 };
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), options);
        decipher.setAAD(boundTo(scope)).setAuthTag(Buffer.from(tag, 'base64url'));
        const plain = Buffer.concat([
          decipher.update(Buffer.from(ciphertext, 'base64url')),
          decipher.final(),
        ]);
        return plain.toString('utf8');
      } catch (cause) {
        throw new SecretError('The stored secret was changed or belongs to something else.', { cause });
      }
    },
    isOutdated: (value) => value.split('.')[1] !== newest.id,
    derive: (purpose) => {
      const known = derived.get(purpose) ?? stretch(newestKey, purpose, 32).toString('hex');
      derived.set(purpose, known);
      return known;
    },
  };
};

/** Reads the keys in a file of mode 0600, one per line. If there is no file, one is generated unless `mayGenerate` is false. Throws when the file cannot be read. */
export const readOrMakeKeys = async (path: string, mayGenerate = true): Promise<string[]> => {
  const known = ((await readIfThere(path)) ?? '').split('\n').filter((line) => line.trim() !== '');
  if (known.length > 0) {
    await chmod(path, 0o600);
    return known;
  }
  if (!mayGenerate) return [];
  const key = randomBytes(32).toString('base64url');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, `${key}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return [key];
};

/**
 * Loads the keys of the configuration; without them, one is generated into `<data folder>/keys/secrets` (mode 0600). A generated key stays
 * readable after the configuration gets one, so that nothing stored is lost.
 */
export const loadSecrets = async (config: Pick<Config, 'dataFolder' | 'secretKeys'>): Promise<Secrets> => {
  const configured = config.secretKeys ?? [];
  const generated = await readOrMakeKeys(join(config.dataFolder, 'keys', 'secrets'), configured.length === 0);
  return createSecrets([...configured, ...generated]);
};

/** Makes a token of 256 random bits such as `atk_Jx3…`. Show it once and store only its `hashToken`. */
export const newToken = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`;

/** Returns SHA-256 in hex. Enough for tokens of `newToken`, which cannot be guessed; never use it for passwords. */
export const hashToken = (token: string): string => hash('sha256', token);

/** Compares two texts in a time that does not depend on where they differ. */
export const isSameSecret = (left: string, right: string): boolean =>
  timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest());

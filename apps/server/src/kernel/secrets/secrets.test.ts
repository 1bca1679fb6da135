import { lstat, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets, hashToken, isSameSecret, loadSecrets, newToken, SecretError } from './secrets.ts';

const oldKey = 'an-older-key-that-is-long-enough-0001';
const newKey = 'a-newer-key-that-is-long-enough-00002';
const scope = { purpose: 'connections.password', tenantId: 'ten_a' };

describe('secrets', () => {
  const secrets = createSecrets([newKey]);

  it('decrypt with the same scope, and encrypt to a different text each time', () => {
    const one = secrets.encrypt('påsswörd', scope);
    const two = secrets.encrypt('påsswörd', scope);
    expect(one).not.toBe(two);
    expect(one).not.toContain('påsswörd');
    expect([one, two].map((value) => secrets.decrypt(value, scope))).toEqual(['påsswörd', 'påsswörd']);
    expect(secrets.decrypt(secrets.encrypt('', scope), scope)).toBe('');
  });

  it('do not decrypt for another tenant or purpose', () => {
    const value = secrets.encrypt('x', scope);
    expect(() => secrets.decrypt(value, { ...scope, tenantId: 'ten_b' })).toThrow(SecretError);
    expect(() => secrets.decrypt(value, { ...scope, purpose: 'models.key' })).toThrow(SecretError);
  });

  it('do not decrypt when any part was changed or shortened', () => {
    const parts = secrets.encrypt('a longer secret', scope).split('.');
    for (const place of [0, 1, 2, 3, 4]) {
      const part = parts[place] ?? '';
      for (const changed of [`${part[0] === 'A' ? 'B' : 'A'}${part.slice(1)}`, part.slice(0, -4), '']) {
        const value = parts.with(place, changed).join('.');
        expect(() => secrets.decrypt(value, scope)).toThrow(SecretError);
      }
    }
    expect(() => secrets.decrypt('not a secret', scope)).toThrow(SecretError);
  });

  it('stay readable after a rotation and are marked as outdated', () => {
    const value = createSecrets([oldKey]).encrypt('x', scope);
    const rotated = createSecrets([newKey, oldKey]);
    expect(rotated.decrypt(value, scope)).toBe('x');
    expect(rotated.isOutdated(value)).toBe(true);
    expect(rotated.isOutdated(rotated.encrypt('x', scope))).toBe(false);
    expect(() => secrets.decrypt(value, scope)).toThrow(/key .* is missing/);
  });

  it('derive one key per purpose', () => {
    expect(secrets.derive('cookies')).toMatch(/^[0-9a-f]{64}$/);
    expect(secrets.derive('cookies')).toBe(createSecrets([newKey, oldKey]).derive('cookies'));
    expect(secrets.derive('cookies')).not.toBe(secrets.derive('links'));
  });
});

describe('the generated key', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-secrets-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is kept in a file only its owner can read and survives a restart', async () => {
    const value = (await loadSecrets({ dataFolder: folder, secretKeys: undefined })).encrypt('x', scope);
    expect((await stat(join(folder, 'keys', 'secrets'))).mode & 0o777).toBe(0o600);
    expect((await loadSecrets({ dataFolder: folder, secretKeys: undefined })).decrypt(value, scope)).toBe(
      'x',
    );
  });

  it('still decrypts old values after the configuration gets a key', async () => {
    const value = (await loadSecrets({ dataFolder: folder, secretKeys: undefined })).encrypt('x', scope);
    const configured = await loadSecrets({ dataFolder: folder, secretKeys: [newKey] });
    expect(configured.decrypt(value, scope)).toBe('x');
    expect(configured.isOutdated(value)).toBe(true);
    expect(await readFile(join(folder, 'keys', 'secrets'), 'utf8')).not.toContain(newKey);
  });
});

describe('a file of keys that cannot be read', () => {
  it('stops the start and is left as it is, because new keys would make every stored secret unreadable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-secrets-'));
    const file = join(folder, 'keys', 'secrets');
    await mkdir(join(folder, 'keys'));
    await symlink(file, file);
    await expect(loadSecrets({ dataFolder: folder, secretKeys: undefined })).rejects.toThrow('ELOOP');
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    await rm(folder, { recursive: true });
  });
});

describe('tokens', () => {
  it('carry a prefix and 256 random bits', () => {
    expect(newToken('atk')).toMatch(/^atk_[\w-]{43}$/);
    expect(newToken('atk')).not.toBe(newToken('atk'));
  });

  it('are stored as a hash and compared in constant time', () => {
    expect(hashToken('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
    expect(isSameSecret('abc', 'abc')).toBe(true);
    expect(isSameSecret('abc', 'abcd')).toBe(false);
    expect(isSameSecret('', 'abcd')).toBe(false);
  });
});

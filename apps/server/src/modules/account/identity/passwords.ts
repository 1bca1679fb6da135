import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { defineService } from '../../../kernel/services/services.ts';

// Argon2id is the library's default; the costs are the first recommendation of OWASP (Password Storage Cheat Sheet, 2025).
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes with Argon2id in PHC format, with a random salt. Takes some ten milliseconds, off the main thread. */
export const hashPassword = (password: string): Promise<string> => hash(password, costs);

/** Compares passwords, taking the same time whether or not there is a hash to compare with. */
export const passwordCheck = defineService({
  name: 'identity.password-check',
  create: () => {
    const decoy = hashPassword(randomBytes(24).toString('base64url'));
    return async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
      const ready = await decoy;
      const matches = await verify(passwordHash ?? ready, password);
      return matches && passwordHash !== null && passwordHash !== undefined;
    };
  },
});

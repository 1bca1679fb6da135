import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isSameSecret } from '../../../../../kernel/secrets/secrets.ts';
import { defineService } from '../../../../../kernel/services/services.ts';

/**
 * The record of a run about its key. The key itself is in no run, journal or log: `name` stands for it everywhere, and becomes the key in the
 * request that leaves the server.
 */
export const RunKey = z.object({
  /** Nobody can guess it, so that no text from outside can ask for the key. */
  name: z.string(),
  /** The member with whose access the key is used. */
  memberId: z.string(),
  /** The addresses that the key opens, as in `Principal.reaches`. */
  reaches: z.array(z.string()),
});
export type RunKey = z.infer<typeof RunKey>;

/** The run whose key it is. */
export interface KeyOwner {
  tenantId: string;
  runId: string;
}

export const newKeyName = (): string => `key-of-this-run-${randomBytes(16).toString('hex')}`;

export const keyPrefix = 'run_';
const form = /^run_([\w-]{1,200})\.([\w-]{43})$/;

/** Makes and reads the keys of runs. A key is signed and not stored, and is judged by the state of its run. */
export const runKeys = defineService({
  name: 'flows.run-keys',
  create: ({ secrets }) => {
    const secret = Buffer.from(secrets.derive('key of a run'), 'hex');
    const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
    return {
      make: ({ tenantId, runId }: KeyOwner): string => {
        const text = Buffer.from(`${tenantId} ${runId}`).toString('base64url');
        return `${keyPrefix}${text}.${sign(text)}`;
      },
      /** Returns the run that a key names; undefined when the key was not made here. */
      read: (key: string): KeyOwner | undefined => {
        const [, text = '', signature = ''] = form.exec(key) ?? [];
        if (!isSameSecret(signature, sign(text))) return undefined;
        const [tenantId = '', runId = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
        return { tenantId, runId };
      },
    };
  },
});

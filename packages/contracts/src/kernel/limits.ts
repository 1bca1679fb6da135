import { z } from 'zod';
import { text } from './shapes.ts';

const day = 86_400;

/** An expression, for example `{{trigger.body.customer}}`. A limit counts for each of its values. */
export const limitKey = text(500).default('');

/** A number of seconds, from one on. */
export const seconds = (most: number) => z.number().int().min(1).max(most);

/** Limits of what happens at the same time, and within a time. What is beyond them waits for its turn. */
export const limits = {
  /** The most at the same time. What waits for something itself does not count. */
  concurrency: z
    .object({ limit: z.number().int().min(1).max(1000), key: limitKey })
    .nullable()
    .default(null),
  /** The most that begin within a time. */
  throttle: z
    .object({ limit: z.number().int().min(1).max(100_000), seconds: seconds(7 * day), key: limitKey })
    .nullable()
    .default(null),
};

export const Limits = z.object(limits);
export type Limits = z.infer<typeof Limits>;

import type { z } from 'zod';

/** The type of a job without its code, which suffices to order one. */
export interface JobType<P extends Record<string, unknown>> {
  /** For example `knowledge.merge-segments`. */
  readonly task: string;
  /** Ids, never text. */
  readonly payload: z.ZodType<P>;
}

export const defineJobType = <P extends Record<string, unknown>>(type: JobType<P>): JobType<P> => type;

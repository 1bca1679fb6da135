import type { z } from 'zod';

/** A job without its code, which suffices to order one. A module adds the code with `handleJob`. */
export interface JobType<I extends object> {
  /** For example `knowledge.merge-segments`. */
  readonly name: string;
  /** Validates the stored payload before the code gets it. It contains ids, never text of documents. */
  readonly input: z.ZodType<I>;
}

/** The payload of a job for its code: `InputOf<typeof mergeJob>`. */
export type InputOf<J> = J extends JobType<infer I> ? I : never;

export const defineJob = <I extends object>(job: JobType<I>): JobType<I> => job;

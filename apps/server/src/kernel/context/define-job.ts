import type { z } from 'zod';

/** A fact that a module announces. Other modules receive it with `subscribe`. */
export interface EventType<P extends object> {
  /** For example `knowledge.deleted`. */
  readonly name: string;
  /** Validates the stored payload before a subscriber gets it. It contains ids, never text of documents. */
  readonly payload: z.ZodType<P>;
}

/** The payload of an event for its subscribers: `PayloadOf<typeof invitationAccepted>`. */
export type PayloadOf<E> = E extends EventType<infer P> ? P : never;

export const defineEvent = <P extends object>(event: EventType<P>): EventType<P> => event;

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

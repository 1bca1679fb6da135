import type { z } from 'zod';

/** A fact that a module announces. Other modules hear of it with `subscribe`. */
export interface EventType<P extends object> {
  /** For example `knowledge.deleted`. */
  readonly name: string;
  /** Validates what was stored before a subscriber gets it. It holds ids, never text of documents. */
  readonly payload: z.ZodType<P>;
}

/** What the subscribers of an event get: `PayloadOf<typeof invitationAccepted>`. */
export type PayloadOf<E> = E extends EventType<infer P> ? P : never;

export const defineEvent = <P extends object>(event: EventType<P>): EventType<P> => event;

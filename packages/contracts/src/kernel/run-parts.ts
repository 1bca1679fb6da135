import { z } from 'zod';
import { Timestamp } from './shapes.ts';

/** The cause of a failed run or step, in words for users. */
export const RunCause = z.object({
  code: z.string(),
  message: z.string(),
  /** The time of the next attempt, if there is one. */
  retryAt: Timestamp.optional(),
});
export type RunCause = z.infer<typeof RunCause>;

/** The beginning of a value as JSON text. The rest is read piece by piece. */
export const JsonPreview = z.object({
  text: z.string(),
  /** The length of the whole text in characters. */
  size: z.number().int(),
});
export type JsonPreview = z.infer<typeof JsonPreview>;

/** The stage of a run that waits for a thread or a parser, because others have computed less. */
export const behindOthers = 'Waits behind others';

/** Something that a run waits for. */
export const RunWait = z.object({
  kind: z.enum(['TIME', 'SIGNAL', 'CHILD', 'RETRY', 'TURN']),
  /** The name of the wait in the definition; empty for the last two kinds. */
  name: z.string(),
  until: Timestamp.nullable(),
});
export type RunWait = z.infer<typeof RunWait>;

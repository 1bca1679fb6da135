import { z } from 'zod';

/** The part of the crew that a run for it needs. */
export const Team = z.object({
  /** The run of the crew's supervisor, to which the notes belong. */
  runId: z.string(),
  /** The instructions for all agents of the crew. */
  instructions: z.string(),
});
export type Team = z.infer<typeof Team>;

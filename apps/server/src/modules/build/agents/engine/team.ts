import { z } from 'zod';

/** What a run has of the crew that it works for. */
export const Team = z.object({
  /** The run of the crew's supervisor, to which the notes belong. */
  runId: z.string(),
  /** The instructions for all agents of the crew. */
  instructions: z.string(),
});
export type Team = z.infer<typeof Team>;

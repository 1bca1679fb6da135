import { z } from 'zod';

/** What an answer cost. */
export const Usage = z.object({
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  credits: z.number(),
});

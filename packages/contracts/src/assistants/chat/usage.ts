import { z } from 'zod';

/** The cost of an answer. */
export const Usage = z.object({
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  credits: z.number(),
});

import { z } from 'zod';

/** How documents are cut; sizes in tokens. */
export const Chunking = z.object({
  maxTokens: z.number().int().min(50).max(2000).default(400),
  overlapTokens: z.number().int().min(0).max(400).default(60),
});

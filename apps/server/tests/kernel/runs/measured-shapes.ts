import { z } from 'zod';

/** Inputs and outputs of the runs that the bench measures. */
export const measuredShapes = {
  counted: z.object({ n: z.number() }),
  count: z.number(),
  sized: z.object({ bytes: z.number() }),
  nothing: z.null(),
};

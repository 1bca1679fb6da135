import { z } from 'zod';
import { defineJob } from '../../../../kernel/context/define-job.ts';

/** Fires a schedule at the time for which it was ordered. */
export const fireJob = defineJob({
  name: 'flows.fire',
  input: z.object({ flowId: z.string(), trigger: z.string(), at: z.iso.datetime() }),
});

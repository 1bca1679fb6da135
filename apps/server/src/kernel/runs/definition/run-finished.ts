import { z } from 'zod';
import { defineEvent } from '../../context/define-event.ts';

/** A run of a kind that is announced has ended; `status` is how. */
export const runFinished = defineEvent({
  name: 'runs.finished',
  payload: z.object({ runId: z.string(), kind: z.string(), subjectId: z.string(), status: z.string() }),
});

import { z } from 'zod';
import { defineEvent } from '../../context/define-event.ts';

/** A run of an announced kind has ended; `status` is its outcome. */
export const runFinished = defineEvent({
  name: 'runs.finished',
  payload: z.object({ runId: z.string(), kind: z.string(), subjectId: z.string(), status: z.string() }),
});

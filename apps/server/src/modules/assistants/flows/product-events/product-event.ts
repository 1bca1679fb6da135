import { z } from 'zod';
import { defineEvent } from '../../../../kernel/context/define-job.ts';

/**
 * Something happened in the product for which a trigger waits. The database writes it (`atelier.tell_flows`), in the transaction in
 * which it happened; where no trigger waits, nothing is written.
 */
export const productEvent = defineEvent({
  name: 'flows.product_event',
  payload: z.object({
    id: z.string(),
    event: z.enum([
      'answer_given',
      'question_unanswered',
      'answer_disliked',
      'document_imported',
      'import_failed',
      'run_failed',
    ]),
    /** The answer, the document or the run. */
    subjectId: z.string(),
    at: z.string(),
  }),
});

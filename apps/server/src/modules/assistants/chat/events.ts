import { z } from 'zod';
import { defineEvent } from '../../../kernel/context/define-event.ts';

/** An answer has ended: completed, stopped or failed. */
export const questionAnswered = defineEvent({
  name: 'chat.answered',
  payload: z.object({ queryId: z.string(), conversationId: z.string(), status: z.string() }),
});

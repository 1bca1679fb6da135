import { z } from 'zod';

/**
 * The author of a reply. MODEL: a language model, also in a flow or an agent. QUOTED: sentences of the documents, chosen without a language model.
 * COMPUTED: a computation over the rows of a table. PERSON: somebody who looks after the app, before it was asked.
 */
export const AnswerOrigin = z.enum(['MODEL', 'QUOTED', 'COMPUTED', 'PERSON']);
export type AnswerOrigin = z.infer<typeof AnswerOrigin>;

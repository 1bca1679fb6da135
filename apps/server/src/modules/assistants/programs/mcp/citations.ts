import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { z } from 'zod';

/** The citations in an answer of an app or of an agent. */
export const Citations = z.array(
  z.object({
    index: z
      .number()
      .int()
      .describe(
        'The number of its [marker] in the answer. A number that is repeated for another quote has several citations.',
      ),
    mark_at: z.number().int().optional().describe('The place of its marker in the answer.'),
    document: z.string(),
    document_id: z.string(),
    quote: z.string(),
    page: z.number().int().optional(),
    second: z.number().int().optional(),
    heading: z.string().optional(),
  }),
);

export const toWireCitation = ({
  index,
  markAt,
  documentName,
  knowledgeBaseImportId,
  quote,
  page,
  second,
  heading,
}: Citation) => ({
  index,
  document: documentName,
  document_id: knowledgeBaseImportId,
  quote,
  ...(markAt === undefined ? {} : { mark_at: markAt }),
  ...(page === undefined ? {} : { page }),
  ...(second === undefined ? {} : { second }),
  ...(heading === undefined ? {} : { heading }),
});

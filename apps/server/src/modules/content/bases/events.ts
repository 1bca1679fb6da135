import { z } from 'zod';
import { defineEvent } from '../../../kernel/context/define-job.ts';

const payload = z.object({ knowledgeBaseId: z.string() });

/** The events of knowledge bases. */
export const knowledgeEvents = {
  /** A knowledge base was deleted with everything in it. */
  deleted: defineEvent({ name: 'knowledge.deleted', payload }),
  /** Documents of a knowledge base were deleted. */
  documentsRemoved: defineEvent({ name: 'knowledge.documents_removed', payload }),
  /** Imports have published the texts of documents, or withdrawn them. */
  documentsRead: defineEvent({ name: 'knowledge.documents_read', payload }),
  /** Another index version became active, so searches find other chunks. */
  indexSwitched: defineEvent({ name: 'knowledge.index_switched', payload }),
  /** Documents of a knowledge base were disabled or enabled. */
  documentsSwitched: defineEvent({ name: 'knowledge.documents_switched', payload }),
};

/** The live topic on which every change of an import of the knowledge base is signalled; the id is the import's. */
export const knowledgeTopic = (knowledgeBaseId: string): string => `knowledge:${knowledgeBaseId}`;

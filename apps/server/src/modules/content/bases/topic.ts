import { z } from 'zod';
import { defineRunType } from '../../../kernel/runs/index.ts';

/** The live topic on which every change of an import of the knowledge base is signalled; the id is the import's. */
export const knowledgeTopic = (knowledgeBaseId: string): string => `knowledge:${knowledgeBaseId}`;

/** Reads one document, its subject, into the search index of its knowledge base, its scope. */
export const importRunType = defineRunType({
  kind: 'knowledge.import',
  version: 1,
  input: z.object({}),
  output: z.null(),
  lane: 'heavy',
  keptWithSubject: true,
});

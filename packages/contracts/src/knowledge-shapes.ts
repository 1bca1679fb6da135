import { z } from 'zod';
import { Chunking } from './chunking-shapes.ts';
import { RetrievalSettings } from './retrieval-shapes.ts';
import { Abilities, requiredText, Timestamp, text } from './shapes.ts';

export const NewKnowledgeBase = z.object({
  name: requiredText(150, 'Please enter a name'),
  description: text(2000).optional(),
  embeddingModelId: z.string().max(200).optional(),
  vectorStore: z.enum(['EMBEDDED']).default('EMBEDDED'),
  chunking: Chunking.prefault({}),
  retrieval: RetrievalSettings.prefault({}),
});

export const KnowledgeBase = z.object({
  knowledgeBaseId: z.string(),
  name: z.string(),
  description: z.string(),
  embeddingModelId: z.string().nullable(),
  vectorStore: z.string(),
  chunking: Chunking,
  retrieval: RetrievalSettings,
  counts: z.object({
    documents: z.number().int(),
    ready: z.number().int(),
    processing: z.number().int(),
    failed: z.number().int(),
    chunks: z.number().int(),
  }),
  apps: z.array(z.object({ appId: z.string(), name: z.string() })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type KnowledgeBase = z.infer<typeof KnowledgeBase>;

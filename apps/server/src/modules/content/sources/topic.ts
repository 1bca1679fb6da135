import { z } from 'zod';
import { defineRunType } from '../../../kernel/runs/index.ts';

/** The live topic that signals every change of a source of the knowledge base. The id is that of the source. */
export const sourceTopic = (knowledgeBaseId: string): string => `sources:${knowledgeBaseId}`;

/** The type of the run that reads a source (its subject) into a knowledge base (its scope). */
export const syncRunType = defineRunType({
  kind: 'sources.sync',
  title: 'Sync of a source',
  version: 1,
  input: z.object({}),
  output: z.object({
    /** The cursor at which the next sync continues. */
    cursor: z.record(z.string(), z.string()).optional(),
    note: z.string().optional(),
  }),
  lane: 'heavy',
  keptWithSubject: true,
});

import { z } from 'zod';
import { defineRunType } from '../../../kernel/runs/index.ts';

/** Reads the documents of a knowledge base, its scope, into the columns of a schema, its subject. */
export const schemaRunType = defineRunType({
  kind: 'schemas.run',
  title: 'Reading into a schema',
  version: 1,
  input: z.object({
    /** Rules read without one. */
    modelId: z.string().nullable().default(null),
    /** All, without a choice. */
    columnIds: z.array(z.string()).optional(),
  }),
  output: z.object({ isWhole: z.boolean() }),
  lane: 'heavy',
  keptWithSubject: true,
});

/** The live topic that signals the progress of a run. The id is that of the schema. */
export const schemaTopic = (schemaId: string): string => `schema:${schemaId}`;

import { z } from 'zod';
import { defineRunType } from '../../../kernel/runs/index.ts';

/** The type of the run that reads the documents of a knowledge base (its scope) into the columns of a schema (its subject). */
export const schemaRunType = defineRunType({
  kind: 'schemas.run',
  title: 'Reading into a schema',
  version: 1,
  input: z.object({
    /** Absent when rules read the documents instead of a model. */
    modelId: z.string().nullable().default(null),
    /** The default is all columns. */
    columnIds: z.array(z.string()).optional(),
  }),
  output: z.object({ isWhole: z.boolean() }),
  lane: 'heavy',
  keptWithSubject: true,
});

/** The live topic that signals the progress of a run. The id is that of the schema. */
export const schemaTopic = (schemaId: string): string => `schema:${schemaId}`;

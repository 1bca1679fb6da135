import { z } from 'zod';
import { defineRunType } from '../../../kernel/runs/index.ts';

/** The type of the run that reads one document (its subject) into the search index of a knowledge base (its scope). */
export const importRunType = defineRunType({
  kind: 'knowledge.import',
  title: 'Import of a document',
  version: 1,
  input: z.object({}),
  output: z.null(),
  lane: 'shared',
  keptWithSubject: true,
});

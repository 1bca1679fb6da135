import { z } from 'zod';
import { defineRunType } from '../../../../kernel/runs/index.ts';

/** The type of the run that writes all vectors of an index version (its subject) to the external store again. */
export const rebuildRunType = defineRunType({
  kind: 'knowledge.rebuild-store',
  title: 'Rewriting of a vector store',
  version: 1,
  input: z.object({}),
  /** The number of vectors that were written; null when an earlier attempt had written them. */
  output: z.object({ vectors: z.number().nullable() }),
  lane: 'heavy',
  keptWithSubject: true,
});

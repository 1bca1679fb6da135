import { z } from 'zod';
import { defineRunType } from '../../../../kernel/runs/index.ts';

/** Writes all vectors of an index version, its subject, to its store again. */
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

import { z } from 'zod';
import { defineRunType } from '../../../../kernel/runs/index.ts';

/** Brings an index version, its subject, to what the active one of its knowledge base, its scope, holds. */
export const reindexRunType = defineRunType({
  kind: 'knowledge.reindex',
  version: 1,
  /** Whether the version answers once it is whole. */
  input: z.object({ switches: z.boolean().default(false) }),
  output: z.object({ documents: z.number() }),
  lane: 'heavy',
  keptWithSubject: true,
});

/** How long a version can be made active again after it was replaced. */
export const keptDays = 7;

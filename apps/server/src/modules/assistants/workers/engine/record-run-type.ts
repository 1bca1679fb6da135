import { z } from 'zod';
import { defineRunType } from '../../../../kernel/runs/index.ts';

export const recordRunKind = 'workers.record';

/** The end of the work on a record: with a result, or with one that a person rejected. */
export const RecordOutcome = z.object({ outcome: z.enum(['COMPLETED', 'REJECTED']) });

export const recordRunType = defineRunType({
  kind: recordRunKind,
  title: 'Record of a worker',
  version: 1,
  input: z.object({ recordId: z.string() }),
  output: RecordOutcome,
});

import type { ParsedSource, RecordInput } from '@atelier/contracts/assistants/workers/record-shapes';
import type { WorkerInputKind, WorkerOutput } from '@atelier/contracts/assistants/workers/worker-queue';
import type { WorkerTargetKind } from '@atelier/contracts/assistants/workers/worker-shapes';
import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { defineRunType } from '../../../../kernel/runs/index.ts';

const recordRunKind = 'workers.record';

/** The end of the work on a record: with a result, or with one that a person rejected. */
export const RecordOutcome = z.object({ outcome: z.enum(['COMPLETED', 'REJECTED']) });

export const recordRunType = defineRunType({
  kind: recordRunKind,
  title: 'Record of a worker',
  version: 1,
  input: z.object({ recordId: z.string() }),
  output: RecordOutcome,
});

/** Gives the result of a record to the question that it answers. */
export const giveJob = defineJob({
  name: 'workers.give-answer',
  input: z.object({
    recordId: z.string(),
    queryId: z.string(),
    /** The number of times in a row that the process which writes the answer could not be seen. */
    missing: z.number().int(),
  }),
});

interface Order {
  recordId: string;
  queryId: string;
  missing?: number;
  runAt?: Date;
}

/** Orders that the end of a record is told in the conversation that asked for it. */
export const orderGiving = (tx: TxCtx, { recordId, queryId, missing = 0, runAt }: Order): Promise<void> =>
  tx.enqueue(
    giveJob,
    { recordId, queryId, missing },
    { key: `workers.give-answer ${recordId}`, ...(runAt && { runAt }) },
  );

/** A record with the settings that its worker has when the work begins. It is recorded, so changes of the worker do not touch it. */
export interface RecordOrder {
  recordId: string;
  workerId: string;
  workerName: string;
  ownerId: string;
  target: { kind: WorkerTargetKind; id: string; name: string };
  instructions: string;
  outputs: WorkerOutput[];
  needsApproval: boolean;
  name: string;
  inputKind: WorkerInputKind;
  input: RecordInput;
  sourceText: string;
  /** The number of files that it came with. */
  files: number;
  parsedSource: ParsedSource | null;
  date: string;
  time: string;
  /** The number of workers that passed this on in a row. */
  depth: number;
}

import type { WorkerOutput, WorkerOutputKind } from '@atelier/contracts/assistants/workers/worker-queue';
import type { RunContext } from '../../../../../kernel/runs/index.ts';
import type { RecordOrder } from '../record-order.ts';
import type { Result } from '../run-target.ts';

export interface Delivery<K extends WorkerOutputKind> {
  order: RecordOrder;
  output: Extract<WorkerOutput, { kind: K }>;
  /** The number of the output among those of the worker. */
  place: number;
  result: Result;
  /** The name of the delivery in the journal of the run. */
  name: string;
  /** The same for every attempt, so that the receiver takes it once. */
  key: string;
}

/** A place for results. */
export interface OutputKind<K extends WorkerOutputKind> {
  title(output: Delivery<K>['output']): string;
  /** Delivers the result once, also when the server is killed meanwhile. Returns what there is to say about it. Throws RunFailure. */
  deliver(run: RunContext, delivery: Delivery<K>): Promise<string>;
}

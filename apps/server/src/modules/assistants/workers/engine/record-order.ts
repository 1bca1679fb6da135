import type { ParsedSource, RecordInput } from '@atelier/contracts/assistants/workers/record-shapes';
import type { WorkerInputKind, WorkerOutput } from '@atelier/contracts/assistants/workers/worker-queue';
import type { WorkerTargetKind } from '@atelier/contracts/assistants/workers/worker-shapes';

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

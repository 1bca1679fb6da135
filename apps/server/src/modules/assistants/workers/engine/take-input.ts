import type { ParsedSource, RecordInput } from '@atelier/contracts/assistants/workers/record-shapes';
import type { WorkerInputKind } from '@atelier/contracts/assistants/workers/worker-queue';
import { newId } from '../../../../kernel/base/ids.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { orderRun } from '../../../../kernel/runs/index.ts';
import { recordFiles } from '../records/file-repository.ts';
import { recordRepository } from '../records/repository.ts';
import { workerRepository } from '../repository.ts';
import type { RecordRow, WorkerRow } from '../tables.ts';
import { recordRunType } from './record-order.ts';

/** Something that a worker is given to work on. */
export interface NewInput {
  inputKind: WorkerInputKind;
  /** The same input is taken once: the id of a mail, the time of a schedule, or what the caller says. Null for one that is new each time. */
  inputKey: string | null;
  input: RecordInput;
  /** The name of the record. Empty: the beginning of the input. */
  name: string;
  /** The text that the input came with, for example that of its file. */
  sourceText?: string;
  parsedSource?: ParsedSource | null;
  /** The files that it came with, whose rows exist. */
  fileIds?: readonly string[];
  /** The date and the time that are added, in UTC; the present ones by default. */
  date?: string | undefined;
  time?: string | undefined;
  isSample?: boolean;
  depth?: number;
  /** The hash of the id that a visitor gets. */
  visitorKeyHash?: string | null;
}

/** A record that was made, or the one that the same input made before; otherwise why there is none. */
export type Taken =
  | { record: RecordRow; worker: WorkerRow; isNew: boolean }
  | { refused: 'GONE' | 'DEACTIVATED' };

const longestName = 150;

const toInputText = (input: RecordInput): string => {
  if (typeof input === 'string') return input;
  return 'query' in input ? input.query : input.file.name;
};

const toRecordName = ({ name, input }: NewInput): string => {
  const given = name.trim() === '' ? toInputText(input) : name;
  return given.replaceAll(/\s+/g, ' ').trim().slice(0, longestName) || 'Input';
};

/** Orders the run that works on a record, whose worker takes work. */
export const orderRecordRun = (tx: TxCtx, workerId: string, recordId: string): Promise<string> =>
  orderRun(tx, recordRunType, { input: { recordId }, subjectId: workerId, scopeId: workerId });

const present = (now: Date) => ({
  date: now.toISOString().slice(0, 10),
  time: now.toISOString().slice(11, 19),
});

const toRecordRow = (tx: TxCtx, { id, status }: WorkerRow, given: NewInput) => {
  const { inputKey, inputKind, input, sourceText, parsedSource, isSample, depth, visitorKeyHash } = given;
  const now = present(tx.now());
  return {
    ...{ id: newId('rec'), workerId: id, name: toRecordName(given), inputKind, inputKey },
    input: { value: input },
    ...{ sourceText, parsedSource, isSample, depth, visitorKeyHash },
    ...{ momentDate: given.date ?? now.date, momentTime: given.time ?? now.time },
    stage: status === 'PAUSED' ? ('HELD' as const) : ('QUEUED' as const),
    createdBy: findUserId(tx),
  };
};

const findTaken = async (tx: TxCtx, worker: WorkerRow, { inputKey }: NewInput): Promise<Taken> => {
  const known = inputKey === null ? undefined : await recordRepository.findByKey(tx.db, worker.id, inputKey);
  return known ? { record: known, worker, isNew: false } : { refused: 'GONE' };
};

/**
 * Makes a record of an input and orders its run, in the transaction of the caller, so both exist or neither. An input that was taken before
 * makes nothing new. The records of a paused worker wait until it goes on.
 */
export const takeInput = async (tx: TxCtx, workerId: string, given: NewInput): Promise<Taken> => {
  const worker = await workerRepository.hold(tx.db, workerId);
  if (!worker) return { refused: 'GONE' };
  if (worker.status === 'DEACTIVATED') return { refused: 'DEACTIVATED' };
  const row = toRecordRow(tx, worker, given);
  const { id, stage } = row;
  if (!(await recordRepository.insert(tx.db, row))) return findTaken(tx, worker, given);
  await recordFiles.add(tx.db, { recordId: id, element: 'INPUT', fileIds: given.fileIds ?? [] });
  if (stage === 'QUEUED')
    await recordRepository.update(tx.db, id, { runId: await orderRecordRun(tx, workerId, id) });
  const record = await recordRepository.find(tx.db, id);
  return record ? { record, worker, isNew: true } : { refused: 'GONE' };
};

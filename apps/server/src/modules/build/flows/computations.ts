import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type CodeOutcome, type CodeRun, CodeRunner } from '@atelier/flows/sandbox';
import { findPiece, PieceError, type PieceErrorCode, readInput } from '@atelier/pieces';
import { defineComputation } from '../../../kernel/compute/computation.ts';

import {
  type ArchiveEntry,
  type ArchiveLimits,
  pack,
  type Unpacked,
  unpack,
} from './engine/files/archive.ts';

const runner = new CodeRunner();

/** Runs the code of a step. The code itself has five seconds; the thread is ended if that does not stop it. */
export const codeRun = defineComputation({
  name: 'flows.code',
  deadlineMs: 10_000,
  isOfFlows: true,
  compute: (run: CodeRun): Promise<CodeOutcome> => runner.run(run),
});

export const packing = defineComputation({
  name: 'flows.pack',
  deadlineMs: 30_000,
  isOfFlows: true,
  compute: ({ entries }: { entries: ArchiveEntry[] }): Uint8Array<ArrayBuffer> => pack(entries),
});

export const unpacking = defineComputation({
  name: 'flows.unpack',
  deadlineMs: 15_000,
  isOfFlows: true,
  compute: ({ bytes, limits }: { bytes: Uint8Array; limits: ArchiveLimits }): Unpacked =>
    unpack(bytes, limits),
});

/** A pure action with a large input, as JSON text. */
interface PureOrder {
  piece: string;
  action: string;
  input: string;
}

type PureOutcome = { output: string } | { code: PieceErrorCode; message: string };

/** Reads the input of a pure action by its fields, and runs it. A failure of the action is an outcome. */
export const pureAction = defineComputation({
  name: 'flows.pure',
  deadlineMs: 10_000,
  isOfFlows: true,
  async compute(order: PureOrder): Promise<PureOutcome> {
    const action = findPiece(order.piece)?.actions.find(({ name }) => name === order.action);
    if (action?.kind !== 'pure') throw new Error(`${order.piece} has no pure action ${order.action}.`);
    try {
      const input = readInput(action.fields, JSON.parse(order.input) as FieldValues);
      return { output: JSON.stringify(await action.run(input)) };
    } catch (error) {
      if (error instanceof PieceError) return { code: error.code, message: error.message };
      throw error;
    }
  },
});

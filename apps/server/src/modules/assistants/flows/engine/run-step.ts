import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { CompiledStep } from './compile-flow.ts';
import { type Execution, runChain, runOne } from './execution.ts';
import { runParallel, runRouter } from './run-branches.ts';
import { runCode } from './run-code.ts';
import { runLoop, runRepeat } from './run-loops.ts';
import { runPiece } from './run-piece.ts';

/** Runs the steps of a chain one after another. */
export const runBody = (execution: Execution, chain: { first: string | null; path: string }): Promise<void> =>
  runChain(runStep, execution, chain);

/** Runs one step without those after it. */
export const runAlone = (execution: Execution, step: CompiledStep, path: string): Promise<void> =>
  runOne(runStep, execution, step, path);

const runStep = (execution: Execution, step: CompiledStep, path: string): Promise<JsonValue> => {
  switch (step.type) {
    case 'PIECE':
      return runPiece(execution, step, path);
    case 'CODE':
      return runCode(execution, step, path);
    case 'LOOP_ON_ITEMS':
      return runLoop(runBody, execution, step, path);
    case 'REPEAT_UNTIL':
      return runRepeat(runBody, execution, step, path);
    case 'ROUTER':
      return runRouter(runBody, execution, step, path);
    case 'PARALLEL':
      return runParallel(execution, step, path);
  }
};

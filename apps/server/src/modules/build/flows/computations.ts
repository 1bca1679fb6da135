import { type CodeOutcome, type CodeRun, CodeRunner } from '@atelier/flows/sandbox';
import { defineComputation } from '../../../kernel/compute/computation.ts';

const runner = new CodeRunner();

/** Runs the code of a step. The code itself has five seconds; the thread is ended if that does not stop it. */
export const codeRun = defineComputation({
  name: 'flows.code',
  deadlineMs: 10_000,
  isForeignCode: true,
  compute: (run: CodeRun): Promise<CodeOutcome> => runner.run(run),
});

import { z } from 'zod';
import { defineRunType } from '../../../kernel/runs/index.ts';

/** The type of the run that answers the questions of a performance test (its subject) of an app or an agent (its scope). */
export const performanceRunType = defineRunType({
  kind: 'evaluation.performance-test',
  title: 'Run of test questions',
  version: 1,
  input: z.object({
    /** False where an answer acts outside the product, so that it must not be repeated after a crash. */
    mayRepeat: z.boolean(),
  }),
  output: z.object({ questions: z.number().int() }),
  keptWithSubject: true,
});

import { z } from 'zod';
import { defineRunType } from '../../../../kernel/runs/index.ts';

/** The type of the run that asks the questions of an attack (its subject) on an app or an agent (its scope). */
export const attackRunType = defineRunType({
  kind: 'evaluation.attack',
  title: 'Attack',
  version: 1,
  input: z.object({
    /** False where an answer acts outside the product, so that it must not be repeated after a crash. */
    mayRepeat: z.boolean(),
  }),
  output: z.object({ questions: z.number().int() }),
  keptWithSubject: true,
});

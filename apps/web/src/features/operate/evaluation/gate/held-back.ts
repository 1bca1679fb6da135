import { HeldBack } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { describeError } from '../../../../ui/feedback/describe-error.ts';

export type TestsToPass = HeldBack['tests'];

/** The tests that a change has to pass; undefined for a failure that is none of the quality gate. */
export const heldBackBy = (error: unknown): TestsToPass | undefined => {
  const { code, details } = describeError(error);
  return code?.startsWith('evaluation.gate_') ? HeldBack.safeParse(details).data?.tests : undefined;
};

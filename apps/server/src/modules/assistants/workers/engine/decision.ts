import { recordEndings } from '@atelier/contracts/assistants/workers/record-shapes';
import { z } from 'zod';
import type { RunCause } from '../../../../kernel/runs/index.ts';

/** A person's decision about a result. */
export const Decision = z.object({
  action: z.enum(['APPROVE', 'REJECT', 'REDO']),
  /** The text in the place of the result; null leaves it as it is. */
  output: z.string().nullable(),
  comment: z.string(),
  by: z.string(),
});
export type Decision = z.infer<typeof Decision>;

/** Why a record that a person rejected has no result that counts. */
export const rejectedCause: RunCause = {
  code: recordEndings.rejected,
  message: 'A person rejected the result.',
};

/** The name of the signal that brings the decision about the result of a round. */
export const decisionOf = (round: number): string => `decision-${round}`;

/** The name of the activity of a round in which a person decides. */
export const approvalOf = (round: number): string => `approval-${round}`;

import { ExpressionError } from '@atelier/flows/expressions';
import { PieceError } from '@atelier/pieces';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { RunCause } from '../../../../kernel/runs/index.ts';
import { findUpstream } from '../../../../kernel/runs/requests/index.ts';

/** The causes of failed steps that come from the engine of flows itself. */
const causes = {
  'flows.step_unknown':
    'This server does not know the action of this step any more. Please choose another one.',
  'flows.not_a_list':
    'The loop got a text that looks like a list in JSON. Please make a list of it with the step “Read JSON” first.',
  'flows.too_many_rounds': 'The loop has more than 10,000 items. Please give it fewer at a time.',
  'flows.never_done': 'The condition of the loop was still not met after the most rounds that it may take.',
  'flows.too_deep': 'Flows started each other more than ten times in a row. Please break the circle.',
  'flows.sub_flow_missing': 'The flow that this step starts does not exist, or is not published.',
  'flows.deleted': 'The flow was deleted.',
} as const;

/** A failure of a step that a retry cannot mend. */
export class StepFailure extends Error {
  readonly reason: RunCause;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'StepFailure';
    this.reason = { code, message };
  }
}

export const stepFailure = (code: keyof typeof causes): StepFailure => new StepFailure(code, causes[code]);

/** The cause of a failed step, and when another attempt may succeed. */
type StepCause = RunCause & { retryable: boolean; retryAfterMs?: number | undefined };

/** Converts the failure of a step to its cause, and tells whether another attempt may succeed. */
export const explainStep = (error: unknown): StepCause | undefined => {
  if (error instanceof StepFailure) return { ...error.reason, retryable: false };
  if (error instanceof ExpressionError)
    return { code: 'flows.expression', message: error.message, retryable: false };
  if (error instanceof PieceError)
    return {
      ...{ code: error.code, message: error.message, ...findUpstream(error) },
      ...{ retryable: error.retryable, retryAfterMs: error.retryAfterMs },
    };
  return undefined;
};

/** Converts a refusal or failure of the product, for example of a model or of credits, to a failure of the step with the same message. */
export const asStepFailure = (error: unknown): unknown => {
  if (!(error instanceof AppError)) return error;
  const { forMembers: message } = error;
  if (error.kind === 'upstream' || error.code === 'models.upstream_rate_limited')
    return new PieceError('pieces.unreachable', message, { retryable: !error.isLasting, cause: error });
  return new PieceError('pieces.refused', message, { cause: error });
};

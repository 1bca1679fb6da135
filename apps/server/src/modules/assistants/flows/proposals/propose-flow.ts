import type { Ctx } from '../../../../kernel/context/context.ts';
import { pieceCatalogue } from '../pieces/catalogue.ts';
import { askForFlow } from './ask-for-flow.ts';
import { describeTask } from './describe-task.ts';
import { planOperations } from './plan-changes.ts';
import { Proposal } from './proposal-shape.ts';

/**
 * Asks the model of the company for a flow that does what a sentence says. Throws `flows.proposal_unusable` and what `askForFlow` throws.
 */
export const proposeFlow = (ctx: Ctx, sentence: string, signal: AbortSignal) =>
  askForFlow(
    ctx,
    {
      instructions: describeTask(),
      question: `The text:\n"""\n${sentence}\n"""`,
      shape: Proposal,
      plan: (proposal) => planOperations(proposal, pieceCatalogue),
      known: [],
      unusable: 'flows.proposal_unusable',
    },
    signal,
  );

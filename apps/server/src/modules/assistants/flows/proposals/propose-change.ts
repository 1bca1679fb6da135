import { validateFlow } from '@atelier/flows/validation';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { pieceCatalogue } from '../pieces/catalogue.ts';
import { findFlow, findVersion } from '../service/reads.ts';
import { askForFlow } from './ask-for-flow.ts';
import { describeFlow } from './describe-flow.ts';
import { describeChange } from './describe-task.ts';
import { planChanges } from './plan-changes.ts';
import { ProposedChanges } from './proposal-shape.ts';

/**
 * Asks the model of the company how a sentence changes the newest version of a flow. Throws `flows.not_found`,
 * `flows.too_large_to_describe`, `flows.change_unusable` and what `askForFlow` throws.
 */
export const proposeChange = async (
  ctx: Ctx,
  { id, sentence }: { id: string; sentence: string },
  signal: AbortSignal,
) => {
  const { content, name } = await ctx.tx(async (tx) => {
    const { newestVersionId } = await findFlow(tx, id);
    return (await findVersion(tx, id, newestVersionId)).row;
  });
  const flow = { ...content, displayName: name };
  const described = describeFlow(flow) ?? fail('flows.too_large_to_describe');
  return askForFlow(
    ctx,
    {
      instructions: describeChange(),
      question: `The flow:\n${described}\n\nThe text:\n"""\n${sentence}\n"""`,
      shape: ProposedChanges,
      plan: (changes) => planChanges(flow, changes, pieceCatalogue),
      known: validateFlow(flow, pieceCatalogue).problems,
      unusable: 'flows.change_unusable',
    },
    signal,
  );
};

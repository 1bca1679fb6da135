import type { Flow, PieceCatalogue } from '@atelier/contracts/assistants/flows/flow-model';
import { apply, newFlow, type Place } from '@atelier/flows/operations';
import { makeStep, makeTrigger } from './make-proposed.ts';
import type { Proposal, ProposedPlace } from './proposal-shape.ts';

export const placeOf = ({ after, inside, branch }: ProposedPlace): Place =>
  inside === undefined ? { after: after ?? null } : { inside, body: branch };

/**
 * Makes the operations that build a proposed flow on an empty one, the same as those of the builder and of its undo, and applies them.
 * Throws an OperationError whose message says what does not fit.
 */
export const planOperations = ({ name, trigger, steps }: Proposal, pieces: PieceCatalogue): Flow => {
  const begun = apply(newFlow(name), {
    type: 'UPDATE_TRIGGER',
    trigger: makeTrigger('trigger', trigger, pieces),
  }).flow;
  return steps.reduce((flow, proposed) => {
    const step = { ...makeStep(flow, proposed.step, pieces), name: proposed.name };
    return apply(flow, { type: 'ADD_STEPS', at: placeOf(proposed), steps: [step] }).flow;
  }, begun);
};

import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { findStep, listBodies, listStepPositions, type StepPlace, withBodies } from '../model/index.ts';
import { OperationError, type Place } from './operation.ts';

export const getStep = (flow: Flow, name: string): FlowStep => {
  const step = findStep(flow, name);
  if (!step) throw new OperationError(`There is no step “${name}”.`);
  return step;
};

export const withStep = (flow: Flow, step: FlowStep): Flow => ({
  ...flow,
  steps: { ...flow.steps, [step.name]: step },
});

/** Returns the step that is at a place now. */
export const linkAt = (flow: Flow, place: Place): string | null => {
  if ('inside' in place) {
    const bodies = listBodies(getStep(flow, place.inside));
    const body = bodies[place.body];
    if (body === undefined)
      throw new OperationError(`There is no branch ${place.body + 1} in “${place.inside}”.`);
    return body;
  }
  return place.after === null ? flow.first : getStep(flow, place.after).next;
};

export const withLink = (flow: Flow, place: Place, name: string | null): Flow => {
  if ('inside' in place) {
    const step = getStep(flow, place.inside);
    return withStep(flow, withBodies(step, listBodies(step).with(place.body, name)));
  }
  if (place.after === null) return { ...flow, first: name };
  return withStep(flow, { ...getStep(flow, place.after), next: name });
};

const placeIn = ({ parent, previous }: StepPlace): Place => {
  if (previous !== null || !parent) return { after: previous };
  return { inside: parent.name, body: parent.body };
};

/** Returns the place of a step. */
export const findStepPosition = (flow: Flow, name: string): Place => {
  const found = listStepPositions(flow).find(({ step }) => step.name === name);
  if (!found) throw new OperationError(`There is no step “${name}”.`);
  return placeIn(found);
};

/** Returns the place to which a step moves by one up or down in its chain; undefined at the ends. */
export const placeBeside = (flow: Flow, name: string, direction: 'up' | 'down'): Place | undefined => {
  if (direction === 'down') {
    const { next } = getStep(flow, name);
    return next === null ? undefined : { after: next };
  }
  const place = findStepPosition(flow, name);
  return 'after' in place && place.after !== null ? findStepPosition(flow, place.after) : undefined;
};

/** Returns the steps from the first to the last, which must follow each other. */
export const listStepRange = (flow: Flow, first: string, last: string): FlowStep[] => {
  const range = [getStep(flow, first)];
  for (let end = range.at(-1); end && end.name !== last; end = range.at(-1)) {
    if (end.next === null)
      throw new OperationError(`“${last}” does not follow “${first}” in the same chain.`);
    range.push(getStep(flow, end.next));
  }
  return range;
};

/** Returns the steps with all that is inside them, in the order of the flow. */
export const withInside = (flow: Flow, steps: readonly FlowStep[]): FlowStep[] =>
  steps.flatMap((step) => [
    step,
    ...listBodies(step).flatMap((body) => listStepPositions(flow, body).map((it) => it.step)),
  ]);

/** Takes the steps out of their chain. They stay among the steps of the flow. */
export const detach = (flow: Flow, first: string, last: string): Flow =>
  withLink(flow, findStepPosition(flow, first), getStep(flow, last).next);

/** Puts a chain, whose steps are among those of the flow, at a place. */
export const attach = (flow: Flow, at: Place, first: string, last: string): Flow => {
  const following = linkAt(flow, at);
  return withLink(withStep(flow, { ...getStep(flow, last), next: following }), at, first);
};

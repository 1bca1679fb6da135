import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { listBodies, withBodies } from '../model/index.ts';
import { checkNewSteps, checkSize } from './check-flow.ts';
import {
  attach,
  detach,
  findStepPosition,
  getStep,
  linkAt,
  listStepRange,
  withInside,
  withStep,
} from './links.ts';
import { type Applied, type FlowOperation, OperationError, type Place } from './operation.ts';

type Operation<Type extends FlowOperation['type']> = Extract<FlowOperation, { type: Type }>;

const stepsByName = (steps: readonly FlowStep[]) =>
  Object.fromEntries(steps.map((step) => [step.name, step]));

/** Returns the last step of the chain that the list begins with. */
const findLastName = (steps: readonly FlowStep[]): string => {
  const byName = new Map(steps.map((step) => [step.name, step]));
  let last = steps[0];
  for (let next = last; next; next = next.next === null ? undefined : byName.get(next.next)) last = next;
  return last?.name ?? '';
};

export const addSteps = (flow: Flow, { at, steps }: Operation<'ADD_STEPS'>): Applied => {
  const first = steps[0]?.name ?? '';
  checkNewSteps(flow, steps);
  linkAt(flow, at);
  const last = findLastName(steps);
  const changed = attach({ ...flow, steps: { ...flow.steps, ...stepsByName(steps) } }, at, first, last);
  checkSize(changed);
  return { flow: changed, inverse: { type: 'DELETE_STEPS', first, last } };
};

export const without = (flow: Flow, steps: readonly FlowStep[]): Flow => {
  const gone = new Set(steps.map(({ name }) => name));
  return {
    ...flow,
    steps: Object.fromEntries(Object.entries(flow.steps).filter(([name]) => !gone.has(name))),
  };
};

/** The steps of a chain with all that is inside them, whose last one leads nowhere, so that they can be added again. */
export const takenSteps = (flow: Flow, range: readonly FlowStep[]): FlowStep[] =>
  withInside(flow, range).map((step) => (step.name === range.at(-1)?.name ? { ...step, next: null } : step));

export const deleteSteps = (flow: Flow, { first, last }: Operation<'DELETE_STEPS'>): Applied => {
  const steps = takenSteps(flow, listStepRange(flow, first, last));
  const at = findStepPosition(flow, first);
  return { flow: without(detach(flow, first, last), steps), inverse: { type: 'ADD_STEPS', at, steps } };
};

export const updateStep = (flow: Flow, { step }: Operation<'UPDATE_STEP'>): Applied => {
  const before = getStep(flow, step.name);
  const bodies = listBodies(before);
  if (step.type !== before.type || listBodies(step).length !== bodies.length) {
    throw new OperationError(`“${step.name}” cannot become a step with other branches.`);
  }
  const after = withBodies({ ...step, next: before.next }, bodies);
  return { flow: withStep(flow, after), inverse: { type: 'UPDATE_STEP', step: before } };
};

const nameIn = (place: Place): string | null => ('inside' in place ? place.inside : place.after);

export const moveSteps = (flow: Flow, { first, last, at }: Operation<'MOVE_STEPS'>): Applied => {
  const moved = withInside(flow, listStepRange(flow, first, last));
  if (moved.some(({ name }) => name === nameIn(at))) {
    throw new OperationError('Steps cannot be moved into themselves.');
  }
  const before = findStepPosition(flow, first);
  const changed = attach(detach(flow, first, last), at, first, last);
  checkSize(changed);
  return { flow: changed, inverse: { type: 'MOVE_STEPS', first, last, at: before } };
};

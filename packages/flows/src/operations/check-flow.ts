import { type Flow, type FlowStep, flowLimits } from '@atelier/contracts/assistants/flows/flow-model';
import { findStep, isStepName, listBodies, listStepPositions } from '../model/index.ts';
import { OperationError } from './operation.ts';

const refuse = (message: string): never => {
  throw new OperationError(message);
};

/** Refuses a flow that is larger than flows may be. */
export const checkSize = (flow: Flow): void => {
  const places = listStepPositions(flow);
  if (places.length > flowLimits.steps) refuse(`A flow may have at most ${flowLimits.steps} steps.`);
  if (places.some(({ depth }) => depth > flowLimits.depth)) {
    refuse(`Loops and branches may be nested at most ${flowLimits.depth} deep.`);
  }
};

const checkNames = (flow: Flow, steps: readonly FlowStep[]): void => {
  const taken = new Set(flow.triggers.map(({ name }) => name));
  for (const { name } of steps) {
    if (!isStepName(name)) refuse(`“${name}” cannot be the name of a step.`);
    if (taken.has(name) || findStep(flow, name)) refuse(`There is a step “${name}” already.`);
    taken.add(name);
  }
};

/** Refuses new steps that are not one whole: names that are taken, and links that lead out of them, to two places or nowhere. */
export const checkNewSteps = (flow: Flow, steps: readonly FlowStep[]): void => {
  checkNames(flow, steps);
  const [first, ...others] = steps;
  const linked = steps.flatMap((step) => [step.next, ...listBodies(step)]).filter((name) => name !== null);
  const rest = new Set(others.map(({ name }) => name));
  const isWhole = linked.length === rest.size && linked.every((name) => rest.delete(name));
  if (!first || !isWhole) refuse('New steps must be one chain with all that is inside it.');
};

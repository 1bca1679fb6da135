import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { renameReferences } from '../expressions/index.ts';
import { findStep, listBodies, newStepName, withBodies } from '../model/index.ts';
import { listStepRange } from './links.ts';
import { type FlowOperation, OperationError, type Place } from './operation.ts';
import { takenSteps } from './step-operations.ts';

/** Returns copies of the steps from first to last with all that is inside them, to be pasted into this flow or another one. */
export const copySteps = (flow: Flow, first: string, last: string): FlowStep[] =>
  takenSteps(flow, listStepRange(flow, first, last));

/** Gives the steps names that are free in the flow, and lets their references to each other follow. */
const renamed = (flow: Flow, steps: readonly FlowStep[]): FlowStep[] => {
  const names = new Map<string, string>();
  const taken = new Set(flow.triggers.map(({ name }) => name));
  const isTaken = (name: string) => taken.has(name) || findStep(flow, name) !== undefined;
  for (const { name } of steps) {
    const free = isTaken(name) ? newStepName(isTaken) : name;
    names.set(name, free);
    taken.add(free);
  }
  const renamings = [...names].map(([from, to]) => ({ from, to }));
  const findCopyName = (name: string | null) => (name === null ? null : (names.get(name) ?? null));
  return steps.map((step) => {
    const { name, next, ...content } = step;
    const changed = {
      ...renameReferences(content, renamings),
      name: findCopyName(name) ?? name,
      next: findCopyName(next),
    };
    return withBodies(changed as FlowStep, listBodies(step).map(findCopyName));
  });
};

/** Returns the operation that adds copied steps. Their names are changed where the flow has them, and so are the references among them. */
export const pasteSteps = (
  flow: Flow,
  steps: readonly FlowStep[],
  at: Place,
): Extract<FlowOperation, { type: 'ADD_STEPS' }> => ({
  type: 'ADD_STEPS',
  at,
  steps: renamed(flow, steps),
});

/** Returns the operation that adds a copy of a branch beside it. */
export const copyBranch = (flow: Flow, name: string, at: number): FlowOperation => {
  const step = findStep(flow, name);
  const branch = step && 'branches' in step ? step.branches[at] : undefined;
  if (!branch) throw new OperationError(`“${name}” has no branch ${at + 1}.`);
  const chain: FlowStep[] = [];
  for (let next = branch.body; next !== null; next = chain.at(-1)?.next ?? null) {
    chain.push(...listStepRange(flow, next, next));
  }
  return {
    type: 'ADD_BRANCH',
    step: name,
    at: at + 1,
    branch: { ...branch, branchName: `${branch.branchName} (copy)`, body: null },
    steps: renamed(flow, takenSteps(flow, chain)),
  };
};

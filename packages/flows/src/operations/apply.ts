import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { addBranch, deleteBranch, moveBranch } from './branch-operations.ts';
import { checkSize } from './check-flow.ts';
import {
  addNote,
  addTrigger,
  deleteNote,
  deleteTrigger,
  updateNote,
  updateTrigger,
} from './list-operations.ts';
import type { Applied, FlowOperation } from './operation.ts';
import { addSteps, deleteSteps, moveSteps, updateStep } from './step-operations.ts';

type Apply<Type extends FlowOperation['type']> = (
  flow: Flow,
  operation: Extract<FlowOperation, { type: Type }>,
) => Applied;

const replaceFlow: Apply<'REPLACE_FLOW'> = (before, { flow }) => {
  checkSize(flow);
  return { flow, inverse: { type: 'REPLACE_FLOW', flow: before } };
};

const appliers: { [Type in FlowOperation['type']]: Apply<Type> } = {
  RENAME_FLOW: (flow, { displayName }) => ({
    flow: { ...flow, displayName },
    inverse: { type: 'RENAME_FLOW', displayName: flow.displayName },
  }),
  REPLACE_FLOW: replaceFlow,
  ADD_STEPS: addSteps,
  UPDATE_STEP: updateStep,
  DELETE_STEPS: deleteSteps,
  MOVE_STEPS: moveSteps,
  ADD_BRANCH: addBranch,
  DELETE_BRANCH: deleteBranch,
  MOVE_BRANCH: moveBranch,
  ADD_TRIGGER: addTrigger,
  UPDATE_TRIGGER: updateTrigger,
  DELETE_TRIGGER: deleteTrigger,
  ADD_NOTE: addNote,
  UPDATE_NOTE: updateNote,
  DELETE_NOTE: deleteNote,
};

const applyAs = <Type extends FlowOperation['type']>(
  flow: Flow,
  operation: Extract<FlowOperation, { type: Type }>,
): Applied => appliers[operation.type as Type](flow, operation);

/** Returns the changed flow and the operation that undoes the change; the given flow stays as it is. Throws an OperationError. */
export const apply = (flow: Flow, operation: FlowOperation): Applied =>
  applyAs<FlowOperation['type']>(flow, operation);

/** Applies operations one after another. The inverses are in the order in which they undo the whole. */
export const applyAll = (
  flow: Flow,
  operations: readonly FlowOperation[],
): { flow: Flow; inverses: FlowOperation[] } => {
  let changed = flow;
  const inverses: FlowOperation[] = [];
  for (const operation of operations) {
    const applied = apply(changed, operation);
    changed = applied.flow;
    inverses.unshift(applied.inverse);
  }
  return { flow: changed, inverses };
};

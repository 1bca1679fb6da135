export { apply, applyAll } from './apply.ts';
export { copyBranch, copySteps, pasteSteps } from './copy-steps.ts';
export { findStepPosition, placeBeside } from './links.ts';
export {
  newCondition,
  newFlow,
  newPieceStep,
  newStep,
  newTrigger,
  nextStepName,
  nextTrigger,
} from './new-steps.ts';
export { type Applied, type FlowOperation, OperationError, type Place } from './operation.ts';

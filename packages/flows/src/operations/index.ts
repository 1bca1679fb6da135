export { apply, applyAll } from './apply.ts';
export { copyBranch, copySteps, pasteSteps } from './copy-steps.ts';
export { newFlow, newPieceStep, newStep, newTrigger, nextStepName } from './new-steps.ts';
export { type Applied, type FlowOperation, OperationError, type Place } from './operation.ts';

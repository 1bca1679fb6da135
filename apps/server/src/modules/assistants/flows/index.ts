export { checkFit } from './check-fit.ts';
export { copyForFlow, createPieceFiles } from './engine/files/platform-files.ts';
export { flowRunType } from './engine/flow-run-type.ts';
export { computeCode, whyCodeFailed } from './engine/run-code.ts';
export { runPure } from './engine/run-pure.ts';
export { findFlowDraft } from './flow-drafts.ts';
export {
  type FlowForPrograms,
  type FlowRunOutput,
  findFlowInput,
  findFlowLinks,
  listFlowsForPrograms,
  prepareFlowCall,
  prepareFlowForRecord,
  runFlowForProgram,
} from './service/call-flow.ts';
export { createPublishedFlow } from './service/publish-flow.ts';
export { findCallersAndFlows } from './service/remove-flow.ts';
export { nextFire } from './triggers/schedule.ts';

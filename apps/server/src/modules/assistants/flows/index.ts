export * as FlowTests from './for-tests.ts';

export * as FlowComputing from './for-tools.ts';

export * as FlowParts from './for-workers.ts';

export { type FlowForPrograms, listFlowsForPrograms, runFlowForProgram } from './programs/run-for-program.ts';

export {
  type FlowRunOutput,
  findFlowInput,
  findFlowLinks,
  flowRunType,
  prepareFlowCall,
} from './service/call-flow.ts';

export * as FlowCallers from './service/callers.ts';

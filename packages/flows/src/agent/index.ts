export {
  agentPieceVersions,
  defaultAgentSteps,
  inputStep,
  outputStep,
  prepareAgentFlow,
  triggerBody,
} from './agent-flow.ts';
export { flowFileName, inputFileName } from './flow-file-name.ts';

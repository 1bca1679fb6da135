// Exports for the tests of agents and crews.
export { agentVersions } from './testing/agent-versions.ts';
export { listAgentTools } from './testing/list-tools.ts';
export { rehearse } from './testing/rehearse.ts';

// What those need who test agents and crews and judge their answers.
export { agentVersions } from './testing/agent-versions.ts';
export { listAgentTools } from './testing/list-tools.ts';
export { rehearse } from './testing/rehearse.ts';

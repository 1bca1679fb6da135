export {
  type AgentForPrograms,
  findAgentForPrograms,
  listAgentsForPrograms,
} from './programs/find-agent.ts';
export { followAnswer, type ProgramEvent } from './programs/follow-answer.ts';
export {
  type AnswerPlace,
  citationsIn,
  type FollowedPlace,
  joinTexts,
  type ProgramAnswer,
  readProgramAnswer,
} from './programs/read-answer.ts';
export { type SentResult, startForProgram, takeResults } from './programs/start-for-program.ts';
export { publishAgent } from './service/publish-agent.ts';
export { removeAgent } from './service/remove-agent.ts';
export { createAgent } from './service/save-agent.ts';
export { agentVersions } from './testing/agent-versions.ts';
export { listAgentTools } from './testing/list-tools.ts';
export { rehearse } from './testing/rehearse.ts';

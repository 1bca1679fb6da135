export * as AgentTests from './for-tests.ts';
export * as Agents from './for-workers.ts';
export { citationsIn } from './programs/citations-in.ts';
export {
  type AgentForPrograms,
  findAgentForPrograms,
  listAgentsForPrograms,
} from './programs/find-agent.ts';
export { followAnswer, type ProgramEvent } from './programs/follow-answer.ts';
export {
  type AnswerPlace,
  type FollowedPlace,
  joinTexts,
  type ProgramAnswer,
  readProgramAnswer,
} from './programs/read-answer.ts';
export { startForProgram } from './programs/start-for-program.ts';
export { type SentResult, takeResults } from './programs/take-results.ts';

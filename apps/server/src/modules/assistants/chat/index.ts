export { keepFileOfProgram } from './attached/file-access.ts';
export * as AttachedFiles from './attached/hand-on.ts';
export { listUnanswered } from './history/read-questions.ts';
export * as LeftAnswers from './left-answers.ts';
export { answerQuestion } from './service/answer-question.ts';
export { collectAnswer } from './service/ask-app.ts';
export { hasMemberAsked } from './service/has-member-asked.ts';
export type { AnswerEvent } from './service/outcome.ts';
export {
  type AnswerFacts,
  findAnswerFacts,
  findMessageConversation,
  findOwnConversation,
  type OwnConversation,
  type OwnMessage,
} from './service/own-exchanges.ts';
export { unstoredAnswers } from './unstored/test-answers.ts';
export { findAsker } from './visitors/find-asker.ts';

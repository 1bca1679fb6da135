import { defineModule, handleJob } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { answererPoint, conversationCounter } from '../apps/index.ts';
import { dropWaitingFiles, dropWaitingTask } from './attached/drop-waiting-files.ts';
import { curatedRoutes } from './curated/routes.ts';
import {
  assignmentMailJob,
  newAnswerMailJob,
  sendAssignment,
  sendNewAnswer,
} from './feedback/feedback-mails.ts';
import { feedbackRoutes, ratedAnswerRoutes } from './feedback/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { chatRepository } from './repository.ts';
import { chatRoutes } from './routes.ts';
import { basicAnswerer } from './service/basic/basic-answerer.ts';
import { finishAnswers } from './service/running-answers.ts';
import { trialRoutes } from './trial/routes.ts';
import { visitorRoutes } from './visitors/routes.ts';

export * as AttachedFiles from './attached/hand-on.ts';
export { keepFileOfProgram } from './attached/keep-file.ts';
export { citeChunk, createCiter, type Mark } from './cite.ts';
export { listUnanswered } from './history/read-questions.ts';
export * as LeftAnswers from './left-answers.ts';
export { type AnswerEvent, answerQuestion } from './service/answer-question.ts';
export { collectAnswer } from './service/ask-app.ts';
export { type AnswerFacts, findAnswerFacts } from './service/find-answer-facts.ts';
export { hasMemberAsked } from './service/has-member-asked.ts';
export {
  findConversationOf,
  findOwnConversation,
  type OwnConversation,
  type OwnMessage,
} from './service/own-exchanges.ts';
export { unstoredAnswers } from './unstored/test-answers.ts';
export { findAsker } from './visitors/find-asker.ts';

export const chatModule = defineModule({
  name: 'chat',
  extends: [
    extend(conversationCounter, (tx, appIds) => chatRepository.countByApp(tx.db, appIds)),
    extend(answererPoint, basicAnswerer),
  ],
  onStopping: finishAnswers,
  chores: [{ task: dropWaitingTask, cron: '37 * * * *', handle: dropWaitingFiles }],
  jobs: [handleJob(newAnswerMailJob, sendNewAnswer), handleJob(assignmentMailJob, sendAssignment)],
  routes: [
    chatRoutes,
    trialRoutes,
    visitorRoutes,
    feedbackRoutes,
    ratedAnswerRoutes,
    curatedRoutes,
    historyRoutes,
    reportRoutes,
  ],
});

import { defineModule, handleJob } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { conversationCounter } from '../apps/declarations.ts';
import { answererPoint } from '../apps/index.ts';
import { dropWaitingFiles, dropWaitingTask } from './attached/drop-waiting-files.ts';
import {
  assignmentMailJob,
  newAnswerMailJob,
  sendAssignment,
  sendNewAnswer,
} from './feedback/feedback-mails.ts';
import { chatRepository } from './repository.ts';
import {
  chatRoutes,
  curatedRoutes,
  feedbackRoutes,
  historyRoutes,
  ratedAnswerRoutes,
  reportRoutes,
  visitorRoutes,
} from './routes.ts';
import { basicAnswerer } from './service/basic/basic-answerer.ts';
import { finishAnswers } from './service/running-answers.ts';
import { trialRoutes } from './trial/routes.ts';

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

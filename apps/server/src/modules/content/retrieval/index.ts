import { defineModule } from '../../../kernel/module/module.ts';
import { retrievalRoutes } from './routes.ts';

export { readSavedQuestions } from './service/saved-questions.ts';
export type { SavedQuestionRow } from './tables.ts';

export const retrievalModule = defineModule({
  name: 'retrieval',
  routes: [retrievalRoutes],
  constraints: { saved_questions_query: 'retrieval.question_saved' },
});

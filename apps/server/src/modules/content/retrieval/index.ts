import { defineModule } from '../../../kernel/module/module.ts';
import { knowledgeRoutes } from './knowledge-routes.ts';
import { retrievalRoutes } from './routes.ts';

export { readSavedQuestions } from './service/saved-questions.ts';
export type { SavedQuestionRow } from './tables.ts';

export const retrievalModule = defineModule({
  name: 'retrieval',
  routes: [knowledgeRoutes, retrievalRoutes],
  constraints: { saved_questions_query: 'retrieval.question_saved' },
});

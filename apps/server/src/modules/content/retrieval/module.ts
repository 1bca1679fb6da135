import { defineModule } from '../../../kernel/module/module.ts';
import { retrievalRoutes } from './routes.ts';

export const retrievalModule = defineModule({
  name: 'retrieval',
  routes: [retrievalRoutes],
  constraints: { saved_questions_query: 'retrieval.question_saved' },
});

import { defineModule } from '../../../kernel/module/module.ts';
import { promptEntity } from './prompt-entity.ts';
import { promptRoutes } from './routes.ts';

export const promptsModule = defineModule({
  name: 'prompts',
  routes: [promptRoutes],
  entities: [promptEntity],
  constraints: { prompts_name_taken: 'prompts.name_taken' },
});

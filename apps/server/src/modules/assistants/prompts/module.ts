import { entityKinds } from '../../../kernel/entities/entity-kind.ts';
import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { promptEntity } from './prompt-entity.ts';
import { promptRoutes } from './routes.ts';

export const promptsModule = defineModule({
  name: 'prompts',
  routes: [promptRoutes],
  extends: [extend(entityKinds, promptEntity)],
  constraints: { prompts_name_taken: 'prompts.name_taken' },
});

import { entityKinds } from '../../../kernel/entities/entity-kind.ts';
import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { searchedKinds } from '../../account/people/declarations.ts';
import { documentSearch, knowledgeBaseEntity } from './knowledge-base-entity.ts';
import { basesRoutes } from './routes.ts';

export const basesModule = defineModule({
  name: 'bases',
  routes: [basesRoutes],
  extends: [extend(entityKinds, knowledgeBaseEntity), extend(searchedKinds, documentSearch)],
  constraints: {
    knowledge_bases_name: 'knowledge.name_taken',
    knowledge_imports_knowledge_base: 'knowledge.not_found',
  },
});

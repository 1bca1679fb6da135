import { entityKinds } from '../../../kernel/entities/entity-kind.ts';
import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { defineEntity } from '../../account/access/index.ts';
import { basesRoutes } from './routes.ts';
import { knowledgeBases } from './tables.ts';
import { isOpen, visibleKnowledge } from './visible-knowledge.ts';

/** Describes knowledge bases to the modules that share and count entities of every kind. */
const knowledgeBaseEntity = defineEntity(
  { table: knowledgeBases, isShared: isOpen, visible: visibleKnowledge.bases },
  {
    kind: 'KNOWLEDGE_BASE',
    prefix: 'kb_',
    label: { one: 'knowledge base', many: 'knowledge bases' },
    permission: 'knowledge:read',
    describeUse: () => 'You can read and search its documents.',
    buildPagePath: (id) => `/knowledge-base/${id}/documents`,
    holdsVisible: visibleKnowledge.through,
  },
);

export const basesModule = defineModule({
  name: 'bases',
  routes: [basesRoutes],
  extends: [extend(entityKinds, knowledgeBaseEntity)],
  constraints: { knowledge_bases_name: 'knowledge.name_taken' },
});

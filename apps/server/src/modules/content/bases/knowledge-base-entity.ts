import { defineEntity } from '../../account/access/index.ts';
import { knowledgeBases } from './tables.ts';
import { isOpen, visibleKnowledge } from './visible-knowledge.ts';

/** Describes knowledge bases to the modules that share and count entities of every kind. */
export const knowledgeBaseEntity = defineEntity(
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

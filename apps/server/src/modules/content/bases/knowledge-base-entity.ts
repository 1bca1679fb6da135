import type { EntityKind } from '../../../kernel/entities/entity-kind.ts';
import { knowledgeBaseRepository } from './repository/knowledge-bases.ts';
import type { KnowledgeBaseRow } from './tables.ts';
import { visibleKnowledge } from './visible-knowledge.ts';

const toEntity = ({ id, name, share }: Pick<KnowledgeBaseRow, 'id' | 'name' | 'share'>) => ({
  id,
  name,
  shared: share === 'EVERYONE',
  madeBy: null,
});

/** Describes knowledge bases to the modules that share and count entities of every kind. */
export const knowledgeBaseEntity: EntityKind = {
  kind: 'KNOWLEDGE_BASE',
  prefix: 'kb_',
  label: { one: 'knowledge base', many: 'knowledge bases' },
  permission: 'knowledge:read',
  describeUse: () => 'You can read and search its documents.',
  buildPagePath: (id) => `/knowledge-base/${id}/documents`,
  holdsVisible: visibleKnowledge.through,
  find: async (tx, id) => {
    const found = await knowledgeBaseRepository.find(tx.db, id, visibleKnowledge.bases(tx));
    return found && toEntity(found.base);
  },
  search: async (tx, { search, limit }) =>
    (await knowledgeBaseRepository.search(tx.db, { search, limit, visible: visibleKnowledge.bases(tx) })).map(
      toEntity,
    ),
  selectVisible: visibleKnowledge.selectBases,
  count: (tx) => knowledgeBaseRepository.count(tx.db),
};

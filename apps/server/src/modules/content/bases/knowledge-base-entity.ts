import { defineEntity } from '../../account/access/index.ts';
import type { SearchedKind } from '../../account/people/declarations.ts';
import { importRepository } from './repository/imports.ts';
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

/** Lets people find the documents of the knowledge bases that they see by name. */
export const documentSearch: SearchedKind = {
  kind: 'DOCUMENT',
  label: 'document',
  permission: 'knowledge:read',
  search: async (tx, { search, limit }) => {
    if (search === '') return [];
    const visible = visibleKnowledge.imports(tx);
    const rows = await importRepository.searchByName(tx.db, { search, limit, visible });
    return rows.map(({ id, name, knowledgeBaseId }) => ({
      id,
      name,
      address: `/knowledge-base/${knowledgeBaseId}/documents?search=${encodeURIComponent(name)}`,
    }));
  },
};

import type { SearchedKind } from '../../account/people/declarations.ts';
import { importRepository } from './repository/imports.ts';
import { visibleKnowledge } from './visible-knowledge.ts';

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

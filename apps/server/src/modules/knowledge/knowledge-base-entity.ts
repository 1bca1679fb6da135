import type { Entity, EntityKind } from '../../kernel/entity-kind.ts';
import { type KnowledgeBaseWithIndex, knowledgeBaseRepository } from './repository/knowledge-bases.ts';

const present = ({ base: { id, name } }: KnowledgeBaseWithIndex): Entity => ({ id, name, shared: true });

/** Knowledge bases as things that are found, given to people and counted. */
export const knowledgeBaseEntity: EntityKind = {
  kind: 'KNOWLEDGE_BASE',
  prefix: 'kb_',
  label: { one: 'knowledge base', many: 'knowledge bases' },
  addressOf: (id) => `/knowledge-base/${id}/documents`,
  async find({ db }, id) {
    const found = await knowledgeBaseRepository.find(db, id);
    return found && present(found);
  },
  search: async ({ db }, { search, limit }) => {
    const page = await knowledgeBaseRepository.list(db, { search, sort: 'createdAt', order: 'desc', limit });
    return page.rows.slice(0, limit).map(({ row }) => present(row));
  },
  count: ({ db }) => knowledgeBaseRepository.count(db),
};

export { chooseStore } from './choose-store.ts';
export { knowledgeEvents } from './events.ts';
export { findKnowledgeBaseUses, knowledgeBaseUses } from './knowledge-base-uses.ts';
export { canChangeKnowledgeBase } from './policy.ts';
export { type ImportWithRun, importRepository } from './repository/imports.ts';
export { indexVersionRepository } from './repository/index-versions.ts';
export { type KnowledgeBaseWithIndex, knowledgeBaseRepository } from './repository/knowledge-bases.ts';
export {
  getImportRow,
  getKnowledgeBaseRow,
  knowledgeBaseNames,
} from './service/reads.ts';
export { addKnowledgeBase } from './service/write-knowledge-base.ts';
export { documents, type ImportRow, type IndexVersionRow } from './tables.ts';
export { knowledgeTopic } from './topic.ts';
export { visibleKnowledge } from './visible-knowledge.ts';

export { chooseStore } from './choose-store.ts';

export { findKnowledgeBaseUses, knowledgeBaseUses } from './knowledge-base-uses.ts';

export { type ImportWithRun, importRepository } from './repository/imports.ts';

export { indexVersionRepository } from './repository/index-versions.ts';

export { type KnowledgeBaseWithIndex, knowledgeBaseRepository } from './repository/knowledge-bases.ts';
export { addKnowledgeBase } from './service/add-knowledge-base.ts';
export {
  getImportRow,
  getKnowledgeBaseRow,
  knowledgeBaseNames,
} from './service/reads.ts';

export { raiseRevision } from './repository/index-versions.ts';
export {
  findIndexVersion,
  indexStates,
  listIndexVersionRows,
  lockIndexVersion,
  updateIndexVersion,
} from './service/index-versions.ts';
export {
  addKnowledgeBase,
  chooseStore,
  countUnchangedFile,
  holdKnowledgeBases,
  removeKnowledgeBaseRow,
  touchKnowledgeBase,
} from './service/knowledge-base-rows.ts';
export {
  findKnowledgeBaseRow,
  getKnowledgeBaseRow,
  hasKnowledgeBase,
  knowledgeBaseNames,
  listEmbeddingModels,
  listKnowledgeBaseRows,
  listSearchedBases,
  listVisibleKnowledgeBases,
} from './service/reads.ts';

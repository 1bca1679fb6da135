import './events.ts';
import { defineModule } from '../../kernel/module.ts';
import { documentsRoutes } from './editing/routes.ts';
import { summaryRun } from './editing/summary/summary-run.ts';
import { importRun } from './import-run/import-run.ts';
import { reindexRun } from './index-versions/reindex-run.ts';
import { indexVersionsRoutes } from './index-versions/routes.ts';
import { expiryJob } from './index-versions/service/remove-version.ts';
import { knowledgeBaseEntity } from './knowledge-base-entity.ts';
import { mergeJob } from './merging/merge-segments.ts';
import { retrievalRoutes } from './retrieval/routes.ts';
import { knowledgeRoutes } from './routes.ts';
import { projectionJob, rebuildRun, removalJob, vectorStoresRoutes } from './vector-store/index.ts';

export { quoteSummaries } from './editing/summary/quote-summaries.ts';
export {
  contentHashes,
  findBaseOfImport,
  findGraphGround,
  findPassages,
  getGraphGround,
  type PublishedPassage,
  presentPassages,
  publishedPassages,
} from './graph/passages.ts';
export { parserConfinement } from './import-run/parsers.ts';
export { type KnowledgeBaseUse, registerKnowledgeBaseUse } from './knowledge-base-uses.ts';
export {
  type DocumentPassage,
  passagesOfDocument,
  publishedDocuments,
  someHeadings,
} from './published-documents.ts';
export { statusOfDocument } from './repository/source-documents.ts';
export {
  type GraphFound,
  type GraphHit,
  type GraphQuestion,
  type GraphSearch,
  registerGraphSearch,
} from './search/graph-search.ts';
export { placeAt } from './search/place-at.ts';
export { type KnowledgeFound, type KnowledgeSearch, searchKnowledge } from './search/search-knowledge.ts';
export {
  type AddedDocument,
  addDocuments,
  confirmDocument,
  countDocumentsOfSources,
  type DocumentFacts,
  type DocumentTarget,
  listDocumentsOfSource,
  type NewDocument,
} from './service/add-documents.ts';
export { findSource, findSourceFile, openSourceFile, type SourcePlace } from './service/read-document.ts';
export {
  getKnowledgeBase,
  isAnyKnowledgeBase,
  listSwitchedOff,
  namesOfKnowledgeBases,
  visibleNamesOfKnowledgeBases,
} from './service/reads.ts';
export { removeImports } from './service/remove-imports.ts';
export {
  listStoredDocuments,
  measureDocuments,
  type StoredDocumentWithUses,
} from './service/stored-documents.ts';
export { seesKnowledgeBaseAsBefore } from './service/watch-imports.ts';
export { addKnowledgeBase, takenBaseNames } from './service/write-knowledge-base.ts';
export { knowledgeTopic } from './topic.ts';

export const knowledgeModule = defineModule({
  name: 'knowledge',
  routes: [knowledgeRoutes, documentsRoutes, retrievalRoutes, indexVersionsRoutes, vectorStoresRoutes],
  runs: [importRun, summaryRun, rebuildRun, reindexRun],
  jobs: [projectionJob, removalJob, expiryJob, mergeJob],
  entities: [knowledgeBaseEntity],
  constraints: {
    knowledge_bases_name: 'knowledge.name_taken',
    saved_questions_query: 'retrieval.question_saved',
    index_versions_building: 'index_versions.building',
    knowledge_imports_knowledge_base: 'knowledge.not_found',
  },
});

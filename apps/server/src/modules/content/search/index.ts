import { defineModule } from '../../../kernel/module/module.ts';

export { findLists } from './find-lists.ts';
export {
  contentHashes,
  findBaseOfImport,
  findChunks,
  findGraphSettings,
  getGraphSettings,
  type PublishedChunk,
  presentChunks,
  publishedChunks,
} from './graph/chunks.ts';
export { type GraphFound, type GraphQuestion, graphSearch } from './graph-search.ts';
export { makePlan } from './make-plan.ts';
export { IndexCache, indexCache } from './memory/index-cache.ts';
export { readSegments } from './memory/read-segments.ts';
export { positionAt } from './position-at.ts';
export { rank, type StageList } from './rank.ts';
export { readHits, weighTime } from './read-candidates.ts';
export { type HistoryEntry, retrievalRepository } from './records/repository.ts';
export type { SavedQuestionRow } from './records/tables.ts';
export { searchDocumentRepository } from './repository/search-documents.ts';
export { type FoundHit, rerankHits } from './rerank-hits.ts';
export { searchKnowledge } from './search-knowledge.ts';
export { canCompareMeaning, readSearchedBases, type SearchedBases, type SearchPlan } from './search-plan.ts';
export { depthOf, poolOf, settingsOf } from './search-settings.ts';
export { type RetrievalTest, testRetrieval, withOverrides } from './service/test-retrieval.ts';
export { Stopwatch } from './stopwatch.ts';

export const searchModule = defineModule({ name: 'search' });

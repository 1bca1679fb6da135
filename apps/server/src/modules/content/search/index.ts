import { defineModule } from '../../../kernel/module/module.ts';

export { explainRetrieval } from './explain/explain-retrieval.ts';
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
export { IndexCache } from './memory/index-cache.ts';
export { readSegments } from './memory/read-segments.ts';
export { positionAt } from './position-at.ts';
export { type HistoryEntry, retrievalHistoryRepository } from './records/repository.ts';
export { searchKnowledge } from './search-knowledge.ts';
export { settingsOf } from './search-plan.ts';
export { testRetrieval } from './service/test-retrieval.ts';

export const searchModule = defineModule({ name: 'search' });

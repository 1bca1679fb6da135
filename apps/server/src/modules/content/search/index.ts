export type { PaidEmbeddings } from './embed-query.ts';

export { explainRetrieval } from './explain/explain-retrieval.ts';

export {
  findChunks,
  findGraphSettings,
  getGraphSettings,
  presentChunks,
} from './graph/chunks.ts';

export { IndexCache } from './memory/index-cache.ts';

export { readSegments } from './memory/read-segments.ts';

export { planQuestionEmbeddings } from './prepare-question.ts';

export { listSearches } from './records/record-search.ts';

export { searchKnowledge } from './search-knowledge.ts';

export { completeSettings } from './search-plan.ts';

export { testRetrieval } from './service/test-retrieval.ts';

import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { connectionUses } from '../connections/index.ts';
import { mergeJob } from './merging/merge-segments.ts';
import { storesUsing } from './vector-store/connection-uses.ts';
import { projectionJob } from './vector-store/project-document.ts';
import { rebuildRun } from './vector-store/rebuild-run.ts';
import { removalJob } from './vector-store/remove-points.ts';
import { vectorStoresRoutes } from './vector-store/routes.ts';

export { activeIndex, reindexRunType } from './index-versions/active-index.ts';
export { versionContentRepository } from './index-versions/repository.ts';
export { orderMerge } from './merging/order-merge.ts';
export { rewriteSegments } from './merging/rewrite-segments.ts';
export { chunkRepository, type IndexedDocumentKey, type NewChunk } from './repository/chunks.ts';
export { contentRepository, type NewSection } from './repository/content.ts';
export { type SegmentFacts, segmentRepository } from './repository/segments.ts';
export { wholeDocumentRepository } from './repository/whole-documents.ts';
export {
  type ChunkRow,
  chunkContents,
  publishedChunks,
  publishedDocuments,
  type SectionRow,
} from './tables.ts';
export { vectorStore } from './vector-store/vector-store.ts';

export const indexingModule = defineModule({
  name: 'indexing',
  extends: [extend(connectionUses, storesUsing)],
  routes: [vectorStoresRoutes],
  runs: [rebuildRun],
  jobs: [projectionJob, removalJob, mergeJob],
});

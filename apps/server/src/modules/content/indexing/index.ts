import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { connectionUses } from '../connections/index.ts';
import { mergeJob } from './merging/merge-segments.ts';
import { storesUsing } from './vector-store/connection-uses.ts';
import { projectionJob } from './vector-store/project-document.ts';
import { rebuildRun } from './vector-store/rebuild-run.ts';
import { removalJob } from './vector-store/remove-points.ts';
import { vectorStoresRoutes } from './vector-store/routes.ts';

export { createBreather } from './breather.ts';
export { followChanges } from './index-versions/follow-changes.ts';
export { holdActive, lockVersions } from './index-versions/lock-versions.ts';
export { type Behind, indexVersionRepository, type VersionFacts } from './index-versions/repository.ts';
export { expiryJobType, switchIndex } from './index-versions/switch-index.ts';
export { keptDays, reindexRunType } from './index-versions/topic.ts';
export { orderMerge } from './merging/order-merge.ts';
export { mergingRepository } from './merging/repository.ts';
export {
  contentRepository,
  type FoundChunk,
  type IndexedDocumentKey,
  type NewChunk,
  type NewSection,
  type PositionStart,
} from './repository/content.ts';
export {
  type LiveSegment,
  type NewSegment,
  type SegmentFacts,
  segmentRepository,
} from './repository/segments.ts';
export { orderProjection, orderProjectionIfMoved } from './vector-store/project-document.ts';
export { projectImport } from './vector-store/project-import.ts';
export {
  orderBaseRemoval,
  orderChunkRemoval,
  orderDocumentRemoval,
  orderVersionRemoval,
} from './vector-store/remove-points.ts';
export { vectorStoreRepository } from './vector-store/repository.ts';
export { isExternal, searchStore } from './vector-store/search-store.ts';
export { writePoints } from './vector-store/write-points.ts';

export const indexingModule = defineModule({
  name: 'indexing',
  extends: [extend(connectionUses, storesUsing)],
  routes: [vectorStoresRoutes],
  runs: [rebuildRun],
  jobs: [projectionJob, removalJob, mergeJob],
});

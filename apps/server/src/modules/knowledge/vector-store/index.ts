import './connection-uses.ts';

export { chooseStore, type StoreChoice } from './choose-store.ts';
export { orderProjection, projectionJob } from './project-document.ts';
export { projectImport } from './project-import.ts';
export { rebuildRun } from './rebuild-store.ts';
export {
  orderBaseRemoval,
  orderDocumentRemoval,
  orderVersionRemoval,
  removalJob,
} from './remove-points.ts';
export { vectorStoresRoutes } from './routes.ts';
export { isExternal, type StoreQuery, searchStore } from './search-store.ts';
export { writePoints } from './write-points.ts';

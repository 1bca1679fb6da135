import './connection-uses.ts';

export { projectionJob } from './project-document.ts';
export { rebuildRun } from './rebuild-run.ts';
export { removalJob } from './remove-points.ts';
export { vectorStoresRoutes } from './routes.ts';
export { isExternal, searchStore } from './search-store.ts';

export { type GraphFound, type GraphQuestion, graphSearch } from './graph-search.ts';
export { positionAt } from './position-at.ts';
export type { RetrievalHistoryRow } from './records/tables.ts';

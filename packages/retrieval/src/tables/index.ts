export { UnknownColumn } from './columns.ts';
export { describeShape, type TableShape } from './describe-shape.ts';
export { planByRules } from './plan-by-rules.ts';
export { mostRead, readTables, type Table, type TablePart } from './read-tables.ts';
export { runQuery } from './run-query.ts';
export {
  aggregates,
  comparisons,
  describeQuery,
  mostShown,
  type TableQuery,
} from './table-query.ts';
export { type TableResult } from './table-result.ts';

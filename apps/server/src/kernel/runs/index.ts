export type { RunCause, RunDefinition, RunHandle, RunStatus } from './definition.ts';
export { defineRun } from './definition.ts';
export { cancelRun, dropRuns, getRun, orderRun, type RunOrder } from './order-run.ts';
export { type RunRow, runs } from './tables.ts';

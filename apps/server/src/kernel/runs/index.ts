export { isGivenUp, type RunCause, RunFailure } from './definition/causes.ts';
export {
  type AnyRun,
  defineRun,
  defineRunType,
  type RunEnd,
  type RunScreen,
  type RunStatus,
  type RunSubject,
  type RunType,
  type ShownSubject,
} from './definition/define-run.ts';
export type { RunContext, SharedEnd } from './definition/run-context.ts';
export { type RunRow, runs } from './definition/tables.ts';
export { cancelRun } from './start/cancel-run.ts';
export { dropRuns } from './start/drop-runs.ts';
export { orderRuns } from './start/order-runs.ts';
export { orderRun } from './start/start-run.ts';

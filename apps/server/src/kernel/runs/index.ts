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
export { cancelRun, dropRuns } from './start/cancel-run.ts';
export { orderRun, orderRuns } from './start/start-run.ts';

export { knownRuns } from '../definition/define-run.ts';
export { isTerminal } from '../definition/tables.ts';
export { runRetention } from '../start/cancel-run.ts';
export { replayRun, retryRun } from '../start/fork-run.ts';
export {
  listSteps,
  type RunView,
  readStepResult,
  type StepView,
  viewRun,
} from '../start/view-run.ts';
export { type JournalEntry, readJournal } from './journal.ts';
export { type ChildRow, type FamilyPlace, type FamilyStep, runFamilies } from './run-families.ts';
export { runLists, type SubjectRun } from './run-lists.ts';
export { watchRunChanges, wholeList } from './watch-prints.ts';

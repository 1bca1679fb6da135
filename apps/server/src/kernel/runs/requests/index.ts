// For modules whose runs are started and continued by requests that wait.
export { failureOfRun, findUpstream } from '../definition/causes.ts';
export { beginHere, isWorkedOnHere, settledHere, startHere } from '../execution/start-here.ts';
export { openSignalToken, sendSignal, signalToken } from '../start/signals.ts';
export { type AwaitedRun, awaitRun, stopRun } from './await-run.ts';
export { listOpenWaits, type OpenWait } from './open-waits.ts';

// What workers need of flows, which they run, and which their templates bring, and agents of the files of their runs.

export { copyForFlow } from './engine/files/copy-for-flow.ts';
export { filesOf } from './engine/files/platform-files.ts';
export { prepareFlowForRecord } from './service/call-flow.ts';
export { createFlow } from './service/create-flow.ts';
export { publishFlow } from './service/publish-flow.ts';
export { flowOf, startBy, step } from './templates/template.ts';
export { nextFire } from './triggers/next-fire.ts';

// Exports for workers, which run flows and bring some with their templates, and for agents, which read the files of their runs.

export { copyForFlow } from './engine/files/copy-for-flow.ts';
export { createPieceFiles } from './engine/files/platform-files.ts';
export { prepareFlowForRecord } from './service/call-flow.ts';
export { createFlow } from './service/create-flow.ts';
export { publishFlow } from './service/publish-flow.ts';
export { buildFlow, startBy, step } from './templates/template.ts';
export { nextFire } from './triggers/next-fire.ts';

// What workers need of flows, because their templates bring flows.
export { createFlow } from './service/create-flow.ts';
export { publishFlow } from './service/publish-flow.ts';
export { flowOf, startBy, step } from './templates/template.ts';

export { callers, type TaskTaker, taskTakers } from './extension-points.ts';
// The templates of workers bring flows.
export { buildFlow, startBy, step } from './templates/template.ts';

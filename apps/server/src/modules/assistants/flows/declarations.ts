export { type TaskTaker, taskTakers } from './engine/tasks/task-taker.ts';

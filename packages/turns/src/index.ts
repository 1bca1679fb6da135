export { type Turn, TurnQueue, type TurnQueueOptions, type TurnRequest } from './turn-queue.ts';
export { WorkAccount } from './work-account.ts';

// Exports for modules whose runs and records add the rest of an answer after its reader was told to wait.
export { continueAnswer, isLeftTo, leaveAnswer, type RestOfAnswer } from './service/rest/continue-answer.ts';
export { type Given, giveResult } from './service/rest/give-result.ts';
export { wasStoppedByReader } from './service/running-answers.ts';

export { detectJailbreak } from './detect-jailbreak.ts';
export { maskPersonalData } from './mask-personal-data.ts';
export { planChecks, type QuestionChecks } from './service/check-question.ts';
export { isTaskBlocked } from './service/check-task.ts';

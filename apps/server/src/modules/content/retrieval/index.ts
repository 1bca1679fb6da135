export { readSavedQuestions } from './service/saved-questions.ts';
export type { SavedQuestionRow } from './tables.ts';

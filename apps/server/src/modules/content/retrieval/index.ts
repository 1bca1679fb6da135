export type { SavedQuestionRow } from './repository.ts';
export { readSavedQuestions } from './service/saved-questions.ts';

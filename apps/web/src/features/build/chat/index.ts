export { AppQuestions } from './app-questions.tsx';

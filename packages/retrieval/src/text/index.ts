export { type AnalyzeOptions, analyze } from '../analysis/analyze.ts';
export { isLanguage, type Language, languages } from '../analysis/languages.ts';
export { type Sentence, splitSentences } from './split-sentences.ts';

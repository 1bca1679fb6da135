export { type AnalyzeOptions, analyze } from '../analysis/analyze.ts';
export { isEnglish } from '../analysis/is-english.ts';
export { isLanguage, type Language, languages } from '../analysis/languages.ts';
export { type Sentence, splitSentences } from './split-sentences.ts';

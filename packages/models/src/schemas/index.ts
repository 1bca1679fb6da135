export { formatInWords } from './format-in-words.ts';
export { keywordIn } from './keyword-in.ts';

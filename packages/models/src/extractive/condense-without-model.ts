import type { TextMessage } from '../text-message.ts';
import { detectLanguage, type Language } from './languages/languages.ts';
import { smallTalk } from './small-talk.ts';

const mostTerms = 8;
const opener =
  /^\s*(and|or|but|also|so|then|what about|how about|what if|why( not)?\??$|und|oder|aber|et|ou|mais|y|o|pero|e|ma|mas|en|maar)\b/i;

/**
 * Makes a follow-up question understandable on its own, without a model: when it is short or refers back (`it`, `and for
 * contractors?`), the keywords of the previous question are appended.
 */
export const condenseWithoutModel = (history: readonly TextMessage[], question: string): string => {
  const terms = earlierTerms(history, question);
  return terms.length === 0 ? question : `${question} ${terms.join(' ')}`;
};

/** Returns the words that `condenseWithoutModel` appends; none for a question that is understandable on its own. */
export const earlierTerms = (history: readonly TextMessage[], question: string): string[] => {
  const language = detectLanguage(question);
  if (smallTalk(question) !== undefined || !pointsBack(question, language)) return [];
  const asked = history
    .filter(({ role, content }) => role === 'user' && smallTalk(content) === undefined)
    .map(({ content }) => content);
  const terms: string[] = [];
  const known = new Set(words(question).map((word) => word.toLowerCase()));
  // An earlier question that refers back itself needs the one before it too.
  for (const earlier of asked.reverse().slice(0, 3)) {
    for (const word of tellingWords(earlier, language)) {
      const key = word.toLowerCase();
      if (terms.length < mostTerms && !known.has(key)) {
        known.add(key);
        terms.push(word);
      }
    }
    if (!pointsBack(earlier, language)) break;
  }
  return terms;
};

const pointsBack = (question: string, language: Language): boolean =>
  opener.test(question) ||
  tellingWords(question, language).length < 2 ||
  words(question).some((word) => language.pronouns.has(word.toLowerCase()));

const tellingWords = (text: string, language: Language): string[] =>
  words(text).filter((word) => word.length > 1 && !language.stopWords.has(word.toLowerCase()));

const words = (text: string): string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu) ?? [];

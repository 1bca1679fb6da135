import type { IndexedSentence } from './index-sentences.ts';
import type { Language } from './languages/languages.ts';
import type { Question } from './question.ts';
import { rowText } from './table-rows.ts';
import { splitTerms } from './terms.ts';

/** A row with at most this many cells is quoted whole. */
const shortRow = 3;
const longestQuote = 420;

/** Returns the text to quote. A long row is reduced to its label, the columns that match the question best, and what identifies it. */
export const quotedText = (sentence: IndexedSentence, question: Question, language: Language): string => {
  const [label, ...values] = sentence.cells ?? [];
  if (label === undefined || values.length < shortRow) return sentence.text;
  const asked = values.map(({ name }) => sumSharedWeights(name, question, language));
  // A label whose value stands in the question says which row is meant; any other may be what is asked for.
  const identifies = sumSharedWeights(label.value, question, language) > 0;
  const best = Math.max(identifies ? 0 : sumSharedWeights(label.name, question, language), ...asked);
  // A code or name among the values identifies the row and is not the value that is asked for.
  const chosen = values.filter(
    ({ value }, at) => best === 0 || asked[at] === best || sumSharedWeights(value, question, language) > 0,
  );
  const whole = rowText([label, ...chosen]);
  return whole.length <= longestQuote ? whole : `${whole.slice(0, whole.lastIndexOf(';', longestQuote))} …`;
};

/** Counts the words of the question that a text contains. */
const sumSharedWeights = (text: string, question: Question, language: Language): number => {
  const terms = splitTerms(text, language);
  const stems = new Set(terms.map(({ stem }) => stem));
  const concepts = new Set(terms.flatMap(({ concept }) => concept ?? []));
  return question.terms.reduce(
    (sum, { stem, concept, weight }) =>
      sum + (stems.has(stem) ? weight : concept !== undefined && concepts.has(concept) ? weight / 2 : 0),
    0,
  );
};

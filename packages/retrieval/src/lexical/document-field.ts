import { analyze } from '../analysis/analyze.ts';
import type { Language } from '../analysis/languages.ts';

/**
 * The weight of a word of the question that names the document, compared to its rarity. Chosen on the tuning halves of docs/quality.md:
 * more finds the right document more often, and the right chunk in it less often.
 */
export const documentWeight = 1.5;

/**
 * The weights for a question with a year that names documents, such as `Apple net sales Q3 2022`: its words for company and period choose the
 * document, and count little in the text of a chunk. Otherwise prose that repeats them comes before the table that has the figure, because a
 * table names neither. Chosen on the tuning halves of the quarterly reports (docs/quality.md); other sets have few such questions.
 */
export const datedWeights = { inField: 3, inText: 0.2 } as const;

const year = /^(?:19|20)\d\d$/;

/** Returns true for a year. */
export const isYear = (term: string): boolean => year.test(term);

/** Marks the terms of the field. No analysed text contains this character. */
const mark = '\u0001';

/** Returns the term in the field of the document. */
export const inField = (term: string): string => mark + term;

/** Returns the terms of a document's names, each once. */
export function toFieldTerms(names: string, language: Language): Set<string> {
  return new Set(analyze(names, { language }).map(inField));
}

import { analyze } from '../analysis/analyze.ts';
import type { Language } from '../analysis/languages.ts';

/**
 * The weight of a word of the question that names the document, compared to its rarity. Chosen on the tuning halves of docs/quality.md:
 * more finds the right document more often, and the right chunk in it less often.
 */
export const documentWeight = 1.5;

/** Marks the terms of the field. No analysed text contains this character. */
const mark = '\u0001';

/** Returns the term in the field of the document. */
export const inField = (term: string): string => mark + term;

/** Returns the terms of a document's names, each once. */
export function fieldTermsOf(names: string, language: Language): Set<string> {
  return new Set(analyze(names, { language }).map(inField));
}

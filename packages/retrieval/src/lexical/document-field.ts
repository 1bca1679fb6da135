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

/** The beginning of a document that is read for names: a title page or a letterhead. */
export const leadLength = 800;

const extension = /\.\w{1,5}$/;
const separators = /[_\-–—]+/g;
/** A word that begins with a capital letter or contains a number: a name, a short form, a date or a code. */
const telling = /^[^\p{L}\p{N}]*(?:\p{Lu}|\S*\p{N})/u;

const ordinals = ['first', 'second', 'third', 'fourth'];
const shortQuarter = /\bq([1-4])\b/gi;
const longQuarter = /\b(first|second|third|fourth) quarter\b/gi;

/** Adds the other way to write each quarter of a year: `Q3` and `third quarter`. */
const withQuarters = (text: string): string =>
  text
    .replace(
      longQuarter,
      (words, ordinal: string) => `${words} q${ordinals.indexOf(ordinal.toLowerCase()) + 1}`,
    )
    .replace(shortQuarter, (word, number: string) => `${word} ${ordinals[Number(number) - 1]} quarter`);

/** Returns the title of a document: its name without the extension of a file and without underscores and dashes. */
export const titleOf = (name: string): string => name.replace(extension, '').replace(separators, ' ').trim();

/**
 * Returns the names by which a document is known: its title, and the names, short forms, dates and numbers at its beginning. That is where
 * `AAPL` and `Apple Inc.` stand beside each other. Scripts without capital letters contribute their numbers and Latin words only.
 */
export function namesOfDocument({ name, lead }: { name: string; lead: string }): string {
  const words = lead.slice(0, leadLength).split(/\s+/);
  return withQuarters(`${titleOf(name)} ${words.filter((word) => telling.test(word)).join(' ')}`);
}

import { conceptOf } from './concepts.ts';
import type { Language } from './languages.ts';

/** A word as it is compared: its stem and, where there is one, the concept that it shares with others. */
export interface Term {
  stem: string;
  concept: number | undefined;
}

const token = /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+/gu;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;

/** The terms of a text in order, without stop words. Scripts without spaces become pairs of characters. */
export const termsOf = (text: string, language: Language): Term[] => {
  const terms: Term[] = [];
  for (const [word] of spellOut(text.toLowerCase()).matchAll(token)) {
    if (unspaced.test(word)) terms.push(...pairs(word));
    else if (!language.stopWords.has(word)) terms.push(termOf(word, language));
  }
  return terms;
};

const quarters = ['first', 'second', 'third', 'fourth'];

/** Reports call a quarter by its months, and people by its number. */
const spellOut = (lower: string): string =>
  lower
    .replace(/\bq([1-4])\b/g, (_, digit: string) => `${quarters[Number(digit) - 1]} quarter`)
    .replace(/\bthree months\b/g, 'three months quarter');

// Stemming is most of the work of an answer, and the words of one language come again and again.
const known = new WeakMap<Language, Map<string, Term>>();
const mostKnown = 20_000;

const termOf = (word: string, language: Language): Term => {
  const terms = known.get(language) ?? new Map<string, Term>();
  const remembered = terms.get(word);
  if (remembered) return remembered;
  const stem = fold(language.stem(word));
  const term = { stem, concept: conceptOf(stem) };
  if (word.length <= 30 && terms.size < mostKnown) known.set(language, terms.set(word, term));
  return term;
};

const pairs = (word: string): Term[] => {
  if (word.length < 3) return [{ stem: word, concept: undefined }];
  return Array.from({ length: word.length - 1 }, (_, at) => ({
    stem: word.slice(at, at + 2),
    concept: undefined,
  }));
};

const fold = (stem: string): string => stem.normalize('NFKD').replace(/\p{M}/gu, '');

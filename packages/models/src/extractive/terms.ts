import { findConcept } from './concepts.ts';
import type { Language } from './languages/languages.ts';

/** A word in comparable form: its stem and, if it has synonyms, their concept. */
export interface Term {
  stem: string;
  concept: number | undefined;
}

const token = /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+/gu;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;

/** Returns the terms of a text in order, without stop words. Scripts without spaces yield pairs of characters. */
export const splitTerms = (text: string, language: Language): Term[] => {
  const terms: Term[] = [];
  for (const [word] of spellOut(text.toLowerCase()).matchAll(token)) {
    if (unspaced.test(word)) terms.push(...pairs(word));
    else if (!language.stopWords.has(word)) terms.push(toTerm(word, language));
  }
  return terms;
};

const quarters = ['first', 'second', 'third', 'fourth'];

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
];
const shortMonth = /\b(jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.? (?=\p{N})/gu;

/** Normalises quarters, which reports name by months and users by number, and short names of months before a number. */
const spellOut = (lower: string): string =>
  lower
    .replace(shortMonth, (short, name: string) => `${months.find((each) => each.startsWith(name)) ?? short} `)
    .replace(/\bq([1-4])\b/g, (_, digit: string) => `${quarters[Number(digit) - 1]} quarter`)
    .replace(/\bthree months\b/g, 'three months quarter');

// Stems are cached: stemming is most of the work of an answer, and words recur.
const known = new WeakMap<Language, Map<string, Term>>();
const mostKnown = 20_000;

const toTerm = (word: string, language: Language): Term => {
  const terms = known.get(language) ?? new Map<string, Term>();
  const remembered = terms.get(word);
  if (remembered) return remembered;
  const stem = fold(language.stem(word));
  const term = { stem, concept: findConcept(stem) };
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

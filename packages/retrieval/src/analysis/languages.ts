import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';

const stemmers = {
  none: (word: string) => word,
  arabic,
  danish,
  dutch,
  english,
  finnish,
  french,
  german,
  hungarian,
  italian,
  norwegian,
  portuguese,
  romanian,
  russian,
  spanish,
  swedish,
  turkish,
  ukrainian,
};

/** A language with a stemmer, or `none`. One index version is analysed in one language. */
export type Language = keyof typeof stemmers;

export const languages: readonly Language[] = Object.keys(stemmers).filter(isLanguage);

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(stemmers, value);
}

const cachedWords = 50_000;
const caches = new Map<Language, Map<string, string>>();

/** The stem of a folded, lower-case word. Cached per language: stemming is a chain of regular expressions. */
export function stem(word: string, language: Language): string {
  const cache = caches.get(language) ?? new Map<string, string>();
  caches.set(language, cache);
  const known = cache.get(word);
  if (known !== undefined) return known;
  // Some stemmers mark letters as capitals (the English one leaves `Y`).
  const result = stemmers[language](word).toLowerCase();
  if (cache.size >= cachedWords) cache.clear();
  cache.set(word, result);
  return result;
}

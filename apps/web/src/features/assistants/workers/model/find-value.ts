import { type AnyNumber, isNumber } from '@atelier/contracts/kernel/exact-number';
import { readLetters } from '../../../../lib/source/find-quote.ts';

/** A passage in a text, from its first letter to just after its last. */
export interface Passage {
  start: number;
  end: number;
}

/** A text that is searched for several values. */
export interface SearchedText {
  text: string;
  letters: string;
  /** The place in the text of each of the letters. */
  offsets: readonly number[];
}

/** Prepares a text for `findValue`. */
export const searchedText = (text: string): SearchedText => {
  const { letters, positions } = readLetters([text]);
  return { text, letters, offsets: positions.map(({ offset }) => offset) };
};

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isDigit = (character: string | undefined): boolean =>
  character !== undefined && /\p{N}/u.test(character);
const isPoint = (character: string | undefined): boolean => character === '.' || character === ',';

/** Returns true when a passage is no part of a longer word or number. */
const standsAlone = (text: string, { start, end }: Passage): boolean => {
  if (isLetter(text[start - 1]) || isLetter(text[end])) return false;
  const continues = isDigit(text[end - 1]) && isPoint(text[end]) && isDigit(text[end + 1]);
  const began = isDigit(text[start]) && isPoint(text[start - 1]) && isDigit(text[start - 2]);
  return !continues && !began;
};

/** Finds words, whatever spaces and punctuation are between their letters. */
const findWords = ({ text, letters, offsets }: SearchedText, words: string): Passage | undefined => {
  const wanted = readLetters([words]).letters;
  if (wanted === '') return undefined;
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    const passage = { start: offsets[at] ?? 0, end: (offsets[at + wanted.length - 1] ?? 0) + 1 };
    if (standsAlone(text, passage)) return passage;
  }
  return undefined;
};

/** Finds characters exactly as they are. */
const findExactly = ({ text }: SearchedText, form: string): Passage | undefined => {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const passage = { start: at, end: at + form.length };
    if (standsAlone(text, passage)) return passage;
  }
  return undefined;
};

const groupSigns = [',', '.', ' ', '\u00a0', '\u202f', '’', "'", ''];

/** Returns how documents write a number, the longest first: 1224 is 1,224.00 and 1.224,00, and 1 224 as well. */
const formsOfNumber = (value: AnyNumber): string[] => {
  const [whole = '', fraction = ''] = String(value).replace('-', '').split('.');
  if (/e/i.test(whole + fraction)) return [];
  const fractions = fraction === '' ? ['00', ''] : [fraction.padEnd(2, '0'), fraction];
  const forms = groupSigns.flatMap((sign) => {
    const grouped = BigInt(whole).toLocaleString('en').replaceAll(',', sign);
    const points = ['.', ','].filter((point) => point !== sign);
    return points.flatMap((point) =>
      fractions.map((digits) => (digits === '' ? grouped : `${grouped}${point}${digits}`)),
    );
  });
  return [...new Set(forms)].toSorted((one, other) => other.length - one.length);
};

const isDay = /^\d{4}-\d\d-\d\d$/;
const languages = ['en-GB', 'en-US', 'de', 'fr', 'es', 'it', 'nl', 'pt'];
const styles = ['long', 'medium', 'short'] as const;

/** Returns how documents write a day: 2 November 2026, Nov 2, 2026, 02.11.2026 and so on. */
const formsOfDay = (day: string): string[] => {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return [];
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  const written = languages.flatMap((language) =>
    styles.map((dateStyle) => new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }).format(date)),
  );
  const short = [`${Number(dayOfMonth)}.${Number(month)}.${year}`, `${dayOfMonth}.${month}.${year}`];
  return [...new Set([day, ...written, ...short])].toSorted((one, other) => other.length - one.length);
};

const findFirst = (forms: readonly string[], find: (form: string) => Passage | undefined) => {
  for (const form of forms) {
    const passage = find(form);
    if (passage) return passage;
  }
  return undefined;
};

/**
 * Finds the passage in which a text says a value of a result: a number or a day in any common form, and words whatever is between them. A value
 * that is part of a longer word or number is not found.
 */
export const findValue = (searched: SearchedText, value: string | AnyNumber): Passage | undefined => {
  if (isNumber(value)) return findFirst(formsOfNumber(value), (form) => findExactly(searched, form));
  const forms = isDay.test(value) ? formsOfDay(value) : [value];
  return findFirst(forms, (form) => findWords(searched, form));
};

const clearEnough = 6;
const wordsAround = 2;

/** Returns the words of a passage, with those around it on its line when it is so short that a page may have it several times. */
export const quotePassage = (text: string, { start, end }: Passage): string => {
  const quote = text.slice(start, end);
  if (readLetters([quote]).letters.length >= clearEnough) return quote;
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).split(' ');
  const lineEnd = text.indexOf('\n', end);
  const after = text.slice(end, lineEnd < 0 ? undefined : lineEnd).split(' ');
  return `${before.slice(-wordsAround - 1).join(' ')}${quote}${after.slice(0, wordsAround + 1).join(' ')}`;
};

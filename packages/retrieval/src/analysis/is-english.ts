import { englishStopWords } from './stop-words.ts';

/** Function words that other European languages have, too. */
const shared = new Set(
  'a all am an as at be been by do had has he her his i if in is me more most my no on or over so under was will'.split(
    ' ',
  ),
);
const word = /[\p{L}\p{M}']+/gu;
// expression-is-made: one class of characters.
const plain = /^[a-z']*$/;
/** A question of fewer words is often without function words. */
const fewWords = 4;
/** The beginning that is looked at, in characters. */
const beginning = 1000;

/** Returns true for a text with an English function word, and for a few words of which none has a foreign letter. */
export function isEnglish(text: string): boolean {
  const words = text.slice(0, beginning).toLowerCase().match(word) ?? [];
  if (words.some((each) => englishStopWords.has(each) && !shared.has(each))) return true;
  return words.length < fewWords && words.every((each) => plain.test(each));
}

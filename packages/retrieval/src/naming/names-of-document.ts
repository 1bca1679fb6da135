/** The beginning of a document that is read for names, in characters: a title page or a letterhead. */
const leadLength = 800;
/**
 * The length of a beginning that tells a short document from a long one. A short one has its names in its few chunks, which would count twice
 * if they stood in the field too.
 */
export const beginningLength = 4 * leadLength;

const extension = /\.\w{1,5}$/;
const separators = /[_\-–—]+/g;
const capital = /^[^\p{L}\p{N}]*\p{Lu}/u;
const number = /\p{N}/u;
/** Returns true for a word that begins with a capital letter or contains a number: a name, a short form, a date or a code. */
const isTelling = (word: string): boolean => capital.test(word) || number.test(word);

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
export const toTitle = (name: string): string => name.replace(extension, '').replace(separators, ' ').trim();

/**
 * Returns the names by which a document is known: its title and, if it is long, the names, short forms, dates and numbers at its beginning.
 * That is where `AAPL` and `Apple Inc.` stand beside each other. Scripts without capital letters contribute their numbers and Latin words
 * only. `beginning` has the first `beginningLength` characters of the text.
 */
export function namesOfDocument({ name, beginning }: { name: string; beginning: string }): string {
  const isLong = beginning.length >= beginningLength;
  const words = isLong ? beginning.slice(0, leadLength).split(/\s+/) : [];
  return withQuarters(`${toTitle(name)} ${words.filter(isTelling).join(' ')}`);
}

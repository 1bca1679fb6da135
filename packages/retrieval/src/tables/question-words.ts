/** A word of a question, or a number of it. */
export interface Word {
  text: string;
  /** As it was written. */
  written: string;
  /** True once a part of the query accounts for it. */
  isUsed: boolean;
}

/** Returns a word in one form for its singular and its plural. */
const singular = (word: string): string => {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
};

const token = /[\p{L}\p{M}]+|[-+]?\p{N}[\p{L}\p{N}.,/:-]*/gu;

/** Removes the marks of the sentence behind a number. */
const withoutMarks = (written: string): string => {
  let end = written.length;
  while (end > 0 && '.,:'.includes(written[end - 1] ?? '')) end -= 1;
  return written.slice(0, end);
};

/** Splits a text into words, in one form each. Underscores and changes of case separate the words of a column's name. */
export const splitQuestionWords = (text: string): Word[] =>
  [
    ...text
      .slice(0, 2000)
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .matchAll(token),
  ].map(([written]) => ({
    written,
    text: singular(withoutMarks(written).normalize('NFKC').toLowerCase()),
    isUsed: false,
  }));

/** Finds where the words of a phrase stand next to each other in a question, and are not used yet; -1 where they do not. */
export const findPhrase = (words: readonly Word[], phrase: readonly string[], from = 0): number => {
  if (phrase.length === 0) return -1;
  for (let at = from; at + phrase.length <= words.length; at += 1)
    if (phrase.every((part, step) => words[at + step]?.text === part && !words[at + step]?.isUsed)) return at;
  return -1;
};

export const splitPhrase = (text: string): string[] => splitQuestionWords(text).map((word) => word.text);

export const use = (words: readonly Word[], at: number, length: number): void => {
  for (const word of words.slice(at, at + length)) word.isUsed = true;
};

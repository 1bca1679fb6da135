import { analyze } from '@atelier/retrieval/text';

/**
 * Words that do not change what is asked. Prepositions, negations and question words other than "what" do, so they are kept. Of other languages
 * than English there are greetings and thanks that mean nothing else in any of them.
 */
const lightWords = new Set(
  `a an the this that is are am do does did can could would will may i me my we us our your to of it its
  what whats what's which please kindly tell exactly actually just also really hi hello hey thanks thank
  bitte hallo danke bonjour bonsoir merci hola gracias ciao buongiorno grazie olá obrigado obrigada alstublieft bedankt hej
  dziękuję merhaba teşekkürler здравствуйте пожалуйста спасибо`.split(/\s+/),
);

const token = /[\p{L}\p{N}\p{M}]+(?:[.,'’:/@&+#-][\p{L}\p{N}\p{M}]+)*/gu;
const plainWord = /^[a-z]+$/;

const normalised = (text: string): string[] =>
  Array.from(text.normalize('NFKC').toLowerCase().replaceAll('’', "'").matchAll(token), ([word]) => word);

/** A question as it is compared with others: its words in order, without those that do not change what is asked. */
export interface ComparedQuestion {
  words: readonly string[];
  /** The words without their endings. */
  stems: readonly string[];
}

/** Stop words have no stem in the index, but here each word counts. */
const stemWord = (word: string): string => (plainWord.test(word) ? (analyze(word)[0] ?? word) : word);

export const compared = (question: string): ComparedQuestion => {
  const all = normalised(question);
  const telling = all.filter((word) => !lightWords.has(word));
  // Of "What is it?" nothing else would be left.
  const words = telling.length === 0 ? all : telling;
  return { words, stems: words.map(stemWord) };
};

const shortestMistyped = 9;

/** True when one letter is missing in the shorter word. */
const lacksLetter = (long: string, short: string): boolean => {
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  return long.slice(at + 1) === short.slice(at);
};

const hasSwappedLetters = (one: string, other: string): boolean => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
};

/**
 * True for a slip in a long word: a missing letter or two swapped ones. Shorter words, and those with another letter, are often other words
 * (contact and contract, employees and employers).
 */
const isMistyped = (one: string, other: string): boolean => {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  if (long.length < shortestMistyped || !plainWord.test(long) || !plainWord.test(short)) return false;
  if (long.length === short.length) return hasSwappedLetters(one, other);
  return long.length === short.length + 1 && lacksLetter(long, short);
};

/**
 * True when two questions ask the same in nearly the same words: equal but for endings, words of courtesy, and slips in long words. The order
 * counts ("from Vienna to Rome"), and so does every number. It is meant never to be wrong rather than always to notice.
 */
export const isSameQuestion = (one: ComparedQuestion, other: ComparedQuestion): boolean =>
  one.stems.length > 0 &&
  one.stems.length === other.stems.length &&
  one.stems.every(
    (stem, at) => stem === other.stems[at] || isMistyped(one.words[at] ?? '', other.words[at] ?? ''),
  );

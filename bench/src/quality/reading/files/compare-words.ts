/** Words without their marks, because hyphens, quotes and bullets differ between readers. East Asian characters are words of their own. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u00ad', '')
    // The halves of a word that a hyphen divides at the end of a line are one word.
    .replace(/(?<=\p{L})[-‐]\s*\n\s*(?=\p{Ll})/gu, '')
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu) ?? [];

const bits = 32;
const full = 2 ** bits;

/**
 * Returns the length of the longest common subsequence of two lists of words (Hyyrö, 2004): each word of one list changes a row of bits, in
 * which a zero stands for each step of the length.
 */
export const countCommon = (one: readonly string[], other: readonly string[]): number => {
  const size = Math.ceil(one.length / bits);
  const places = new Map<string, Uint32Array>();
  for (const [at, word] of one.entries()) {
    const own = places.get(word) ?? new Uint32Array(size);
    own[Math.floor(at / bits)] = ((own[Math.floor(at / bits)] ?? 0) | (1 << (at % bits))) >>> 0;
    places.set(word, own);
  }
  const row = new Uint32Array(size).fill(full - 1);
  for (const word of other) {
    const own = places.get(word);
    if (own === undefined) continue;
    let carry = 0;
    for (let at = 0; at < size; at++) {
      const value = row[at] ?? 0;
      const match = own[at] ?? 0;
      const sum = value + ((value & match) >>> 0) + carry;
      carry = sum >= full ? 1 : 0;
      row[at] = (sum | (value & ~match)) >>> 0;
    }
  }
  let common = 0;
  for (const [at] of one.entries())
    if (((row[Math.floor(at / bits)] ?? 0) & (1 << (at % bits))) === 0) common++;
  return common;
};

const countEach = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** Returns the words of one list that the other does not have, or not so often. */
export const missingFrom = (words: readonly string[], other: readonly string[]): string[] => {
  const left = countEach(other);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
};

/** Longer texts are compared by their first words, so that one book does not take as long as all other files. */
const mostWords = 30_000;

export interface WordsCompared {
  words: number;
  /** The share of the peer's words that were read in the same order. */
  inOrder: number;
  /** Words that were not read at all. */
  lost: readonly string[];
  /** Words that the peer does not have. */
  added: readonly string[];
}

/** Compares what was read with what a peer reads. */
export const compareWords = (text: string, peer: string): WordsCompared => {
  const theirs = wordsOf(peer);
  const mine = wordsOf(text);
  const some = theirs.slice(0, mostWords);
  const reach = theirs.length > mostWords ? Math.ceil(mostWords * 1.5) : mine.length;
  return {
    words: theirs.length,
    inOrder: some.length === 0 ? 1 : countCommon(some, mine.slice(0, reach)) / some.length,
    lost: missingFrom(theirs, mine),
    added: missingFrom(mine, theirs),
  };
};

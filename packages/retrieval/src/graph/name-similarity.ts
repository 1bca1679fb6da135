import type { NameClass } from './name-key.ts';

/** Counts the matching letters of two texts within half their length, and those in a different order (for Jaro). */
const countMatches = (a: string, b: string): { matches: number; transposed: number } => {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const used = new Set<number>();
  const inA: string[] = [];
  for (let at = 0; at < a.length; at += 1) {
    for (let to = Math.max(0, at - reach); to <= Math.min(b.length - 1, at + reach); to += 1) {
      if (used.has(to) || a[at] !== b[to]) continue;
      used.add(to);
      inA.push(a.charAt(at));
      break;
    }
  }
  const inB = [...used].sort((one, other) => one - other).map((at) => b.charAt(at));
  return { matches: inA.length, transposed: inA.filter((letter, at) => letter !== inB[at]).length / 2 };
};

/** Jaro–Winkler similarity, 0 to 1 (Winkler 1990; prefix weight 0.1, at most four letters). */
export const jaroWinkler = (a: string, b: string): number => {
  if (a === b) return 1;
  const { matches, transposed } = countMatches(a, b);
  if (matches === 0) return 0;
  const jaro = (matches / a.length + matches / b.length + (matches - transposed) / matches) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
};

/** The number of shared words divided by the number of distinct words (Jaccard index), 0 to 1. */
export const tokenOverlap = (a: readonly string[], b: readonly string[]): number => {
  const [one, other] = [new Set(a), new Set(b)];
  const all = one.union(other).size;
  return all === 0 ? 0 : one.intersection(other).size / all;
};

const hasDigit = (token: string): boolean => /\p{N}/u.test(token);
const joinNumbers = (tokens: readonly string[]): string => tokens.filter(hasDigit).sort().join(' ');

/** Shortest word, in letters, that may match with a typing error. Different short words often differ by one letter only. */
const leastLength: Record<NameClass, number> = { P: 8, O: 8, L: 7, S: 8 };

const isMisspelling = (a: string, b: string, nameClass: NameClass): boolean =>
  Math.min(a.length, b.length) >= leastLength[nameClass] &&
  Math.abs(a.length - b.length) <= 1 &&
  a[0] === b[0] &&
  jaroWinkler(a, b) >= 0.94;

const differing = (a: readonly string[], b: readonly string[]): [string, string][] =>
  a.flatMap((token, at) => (token === b[at] ? [] : [[token, b[at] ?? ''] as [string, string]]));

/** Returns true for "Ada King Lovelace" and "Ada Lovelace". */
const differsByMiddleName = (a: readonly string[], b: readonly string[]): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    short.length === 2 &&
    long.length > 2 &&
    short[0] === long[0] &&
    short[1] === long.at(-1) &&
    (short[0]?.length ?? 0) > 1
  );
};

/** Compares names that differ only in the order of words or in spaces. */
const spelledAlike = (a: readonly string[], b: readonly string[]): number => {
  if (a.toSorted().join(' ') === b.toSorted().join(' ')) return 1;
  return a.join('') === b.join('') ? 0.99 : 0;
};

/** Compares names of which one word has a typing error. */
const misspelt = (a: readonly string[], b: readonly string[], nameClass: NameClass): number => {
  const apart = a.length === b.length ? differing(a, b) : [];
  const [pair] = apart;
  if (apart.length !== 1 || !pair || !isMisspelling(pair[0], pair[1], nameClass)) return 0;
  return Math.max(0.9, jaroWinkler(a.join(' '), b.join(' ')) - 0.02);
};

/** Compares names that look alike and whose embeddings are close. */
const meantAlike = (a: readonly string[], b: readonly string[], cosine: number): number => {
  if (cosine < 0.93) return 0;
  return Math.max(jaroWinkler(a.join(' '), b.join(' ')), tokenOverlap(a, b)) >= 0.85 ? 0.9 : 0;
};

/**
 * Returns the confidence, 0 to 1, that two names of one class mean the same entity; below 0.9 they are kept apart. Numbers must
 * agree, so that "Model 3" never becomes "Model 4". `cosine` is the similarity of their embeddings, where known.
 */
export const nameSimilarity = (
  a: readonly string[],
  b: readonly string[],
  { nameClass, cosine = 0 }: { nameClass: NameClass; cosine?: number | undefined },
): number => {
  if (joinNumbers(a) !== joinNumbers(b)) return 0;
  const isPerson = nameClass === 'P';
  return (
    spelledAlike(a, b) ||
    (isPerson && differsByMiddleName(a, b) ? 0.96 : 0) ||
    misspelt(a, b, nameClass) ||
    (isPerson ? 0 : meantAlike(a, b, cosine))
  );
};

/** Returns acronyms with and without small words: "fbi" and "fboi" for "federal bureau of investigation". */
export const listAcronyms = (tokens: readonly string[]): string[] => {
  const small = new Set(['of', 'the', 'and', 'for', 'in', 'de', 'der', 'des', 'und', 'fur']);
  const initials = (words: readonly string[]) => words.map((word) => word.charAt(0)).join('');
  const found = new Set([initials(tokens), initials(tokens.filter((token) => !small.has(token)))]);
  return [...found].filter((acronym) => acronym.length >= 3);
};

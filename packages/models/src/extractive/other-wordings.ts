import type { Chunk } from '../prompts/chunk.ts';

const mostWordings = 3;
const shortestWord = 4;
const mostWords = 4_000;

const wordPattern = /\p{L}[\p{L}\p{M}'’-]*\p{L}/gu;

/** Edit distance with transpositions (Damerau–Levenshtein), up to `most`. */
const distance = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= other.length; j++) {
      const change = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swap = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(change, swap, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(one.length, other.length);
};

const nearestWord = (word: string, words: ReadonlyMap<string, string>): string | undefined => {
  const most = word.length >= 8 ? 2 : 1;
  let best: { written: string; far: number } | undefined;
  for (const [lower, written] of words) {
    const far = distance(word, lower, most);
    if (far > 0 && far <= most && (best === undefined || far < best.far)) best = { written, far };
  }
  return best?.written;
};

const endings = /^(?:s|es|e|n|en|er|d|ed)$/;

/** True when the words differ by an ending alone, such as “sail” and “sails”: nothing is misspelled then. */
const isInflected = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && endings.test(long.slice(short.length));
};

/** Corrects words of the question that no document contains to the nearest spelling in the documents. */
const respelled = (question: string, words: ReadonlyMap<string, string>): string | undefined => {
  let isChanged = false;
  const text = question.replace(wordPattern, (word) => {
    const lower = word.toLowerCase();
    const near = lower.length < shortestWord || words.has(lower) ? undefined : nearestWord(lower, words);
    if (near === undefined || isInflected(lower, near)) return word;
    isChanged = true;
    return near;
  });
  return isChanged ? text : undefined;
};

const listHeadings = ({ heading, text }: Chunk): string[] => [
  ...(heading === undefined ? [] : [heading]),
  ...[...text.matchAll(/^#{1,6}\s+(.{3,80})$/gm)].map(([, title = '']) =>
    title.replaceAll(/[*`#]/g, '').trim(),
  ),
];

const endsAsQuestion = /[?？؟]$/u;

/** Suggests other questions for an unanswered one: itself with corrected spelling, then those that head the closest chunks. */
export const otherWordings = (
  question: string,
  { all, near }: { all: readonly Chunk[]; near: readonly Chunk[] },
): string[] => {
  const words = new Map<string, string>();
  for (const { text } of all)
    for (const [word] of text.matchAll(wordPattern))
      if (words.size < mostWords && !words.has(word.toLowerCase()))
        words.set(word.toLowerCase(), word.toLowerCase());
  const spelled = respelled(question, words);
  const asked = question.toLowerCase();
  const headings = near
    .flatMap(listHeadings)
    .filter((heading) => endsAsQuestion.test(heading) && !asked.includes(heading.toLowerCase()));
  return [...new Set([...(spelled === undefined ? [] : [spelled]), ...headings])].slice(0, mostWordings);
};

import { diffLines, diffWordsWithSpace } from 'diff';

export interface Difference {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/**
 * Time limits in milliseconds for comparing lines, the words of one pair of lines, and all pairs. The time grows with the
 * number of differences, and the thread does nothing else meanwhile.
 */
const limits = { linesMs: 500, pairMs: 20, pairsMs: 300, pairCharacters: 4000 };

interface Change {
  value: string;
  added: boolean;
  removed: boolean;
}

const toDifference = ({ value, added, removed }: Change): Difference => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text: value,
});

/** Returns the words in which a rewritten line differs, or undefined when showing the whole line is clearer. */
const refine = (before: Change, after: Change): Difference[] | undefined => {
  if (before.value.length + after.value.length > limits.pairCharacters) return undefined;
  const words = diffWordsWithSpace(before.value, after.value, { timeout: limits.pairMs });
  if (!words) return undefined;
  const same = words.filter(({ added, removed }) => !added && !removed);
  const kept = same.reduce((sum, { value }) => sum + value.length, 0);
  return kept * 2 < before.value.length ? undefined : words.map(toDifference);
};

/** Compares two texts by lines, and rewritten lines by words. Returns null when that takes too long. */
export const compareTexts = (before: string, after: string): Difference[] | null => {
  const changes = diffLines(before, after, { timeout: limits.linesMs });
  if (!changes) return null;
  const pieces: Difference[] = [];
  const until = performance.now() + limits.pairsMs;
  for (let at = 0; at < changes.length; at++) {
    const [change, next] = [changes[at], changes[at + 1]];
    if (!change) break;
    const isPair = change.removed && next?.added === true && performance.now() < until;
    const words = isPair ? refine(change, next) : undefined;
    if (words) {
      pieces.push(...words);
      at += 1;
    } else pieces.push(toDifference(change));
  }
  return pieces;
};

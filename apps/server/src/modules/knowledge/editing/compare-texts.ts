import { diffLines, diffWordsWithSpace } from 'diff';

export interface Difference {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Comparing takes time that grows with the differences; this much of it is spent on lines, and on the words of each pair. */
const limits = { linesMs: 1500, wordsMs: 50, pairCharacters: 4000, pairs: 200 };

interface Change {
  value: string;
  added: boolean;
  removed: boolean;
}

const pieceOf = ({ value, added, removed }: Change): Difference => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text: value,
});

/** The words in which a line that was rewritten differs; undefined where the whole line says it better. */
const refine = (before: Change, after: Change): Difference[] | undefined => {
  if (before.value.length + after.value.length > limits.pairCharacters) return undefined;
  const words = diffWordsWithSpace(before.value, after.value, { timeout: limits.wordsMs });
  if (!words) return undefined;
  const same = words.filter(({ added, removed }) => !added && !removed);
  const kept = same.reduce((sum, { value }) => sum + value.length, 0);
  return kept * 2 < before.value.length ? undefined : words.map(pieceOf);
};

/** How one text became another, by lines, and by words inside lines that were rewritten; null when that takes too long. */
export const compareTexts = (before: string, after: string): Difference[] | null => {
  const changes = diffLines(before, after, { timeout: limits.linesMs });
  if (!changes) return null;
  const pieces: Difference[] = [];
  let pairs = 0;
  for (let at = 0; at < changes.length; at++) {
    const [change, next] = [changes[at], changes[at + 1]];
    if (!change) break;
    const isPair = change.removed && next?.added === true && pairs < limits.pairs;
    const words = isPair ? refine(change, next) : undefined;
    if (words) {
      pieces.push(...words);
      pairs += 1;
      at += 1;
    } else pieces.push(pieceOf(change));
  }
  return pieces;
};

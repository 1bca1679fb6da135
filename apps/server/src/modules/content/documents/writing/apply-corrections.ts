import type { Block } from '@atelier/documents';
import type { KeptCorrection } from '../tables.ts';

interface Applied {
  correction: KeptCorrection;
  /** The number of lines so far that were the one that is corrected. */
  seen: number;
  isUsed: boolean;
}

const separator = ': ';

/** Returns the correction of a line by itself, or by the name before its value, that comes next in the order in which they were made. */
const findNext = (line: string, from: number, known: ReadonlyMap<string, readonly number[]>): number => {
  const end = line.indexOf(separator);
  const orders = [known.get(line), end < 0 ? undefined : known.get(line.slice(0, end + separator.length))];
  return Math.min(...orders.flatMap((each) => each?.find((order) => order >= from) ?? []));
};

/** Applies a correction to a line that it may be of. */
const correctLine = (line: string, applied: Applied): string => {
  const { correction } = applied;
  if ('name' in correction) {
    applied.isUsed = true;
    return correction.text + line.slice(correction.name.length);
  }
  // The name before a value may be a whole line elsewhere: a label whose value is empty.
  if (line !== correction.line) return line;
  applied.seen += 1;
  if (applied.seen !== correction.nth + 1) return line;
  applied.isUsed = true;
  return correction.text;
};

/**
 * Yields the blocks of a document with the corrections that users made of what was read, one after the other, because each was made of the
 * text with those before it. What is in the document no more is left out and noted.
 */
export async function* applyCorrections(
  blocks: AsyncIterable<Block>,
  corrections: readonly KeptCorrection[],
  onNote: (message: string) => void,
): AsyncGenerator<Block> {
  const all = corrections.map((correction): Applied => ({ correction, seen: 0, isUsed: false }));
  // Looked up by line, so that the time does not grow with the number of corrections.
  const known = new Map<string, number[]>();
  for (const [at, { correction }] of all.entries()) {
    const key = 'name' in correction ? correction.name + separator : correction.line;
    known.set(key, [...(known.get(key) ?? []), at]);
  }
  for await (const block of blocks) {
    const correct = (original: string): string => {
      let line = original;
      for (let at = findNext(line, 0, known); at < all.length; at = findNext(line, at + 1, known)) {
        const applied = all[at];
        if (applied) line = correctLine(line, applied);
      }
      return line;
    };
    yield all.length === 0 ? block : { ...block, text: block.text.split('\n').map(correct).join('\n') };
  }
  const unused = all.filter(({ isUsed }) => !isUsed).length;
  if (unused === 0) return;
  const what = unused === 1 ? '1 correction' : `${unused} corrections`;
  onNote(
    `${what} made by hand could not be applied, because the corrected text is not in the file any more.`,
  );
}

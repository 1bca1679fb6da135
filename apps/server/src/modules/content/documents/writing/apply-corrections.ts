import type { Block } from '@atelier/documents';
import type { KeptCorrection } from '../tables.ts';

interface Applied {
  correction: KeptCorrection;
  /** The number of lines so far that were the one that is corrected. */
  seen: number;
  isUsed: boolean;
}

const correctLine = (line: string, applied: Applied): string => {
  const { correction } = applied;
  if ('name' in correction) {
    if (!line.startsWith(`${correction.name}: `)) return line;
    applied.isUsed = true;
    return correction.text + line.slice(correction.name.length);
  }
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
  for await (const block of blocks) {
    const correct = (line: string) => all.reduce(correctLine, line);
    yield all.length === 0 ? block : { ...block, text: block.text.split('\n').map(correct).join('\n') };
  }
  const unused = all.filter(({ isUsed }) => !isUsed).length;
  if (unused === 0) return;
  const what = unused === 1 ? '1 correction' : `${unused} corrections`;
  onNote(
    `${what} made by hand could not be applied, because the corrected text is not in the file any more.`,
  );
}

import { type AnswerPiece, createMarkerScanner } from './marker-scanner.ts';

/** A chunk that the answer cites. `index` is the number that the reader sees, from 1, by first appearance. */
export type Citation<Chunk> = { index: number; chunk: Chunk };

export type CitationOutput<Chunk> = { text: string; newCitations: Citation<Chunk>[] };

export type CitationStream<Chunk> = {
  /** Returns the text that can be displayed now, with renumbered markers, and the chunks that it cites for the first time. */
  push(delta: string): CitationOutput<Chunk>;
  /** Returns the remaining text at the end of the answer. */
  end(): CitationOutput<Chunk>;
};

const spacesAtEnd = /(?<![ \t])[ \t]+$/;
const needsSpace = /^[\p{L}\p{N}(["'`*_“‘]/u;

/**
 * Rewrites the markers of an answer while it streams. Marker `[n]` in the model's text means `chunks[n - 1]`. Kept
 * markers are written `[1][2]`, numbered by first appearance; a number without a chunk vanishes, with the space
 * before it. Half a marker is never emitted, and the joined output does not depend on how the answer was cut.
 */
export function createCitationStream<Chunk>(chunks: readonly Chunk[]): CitationStream<Chunk> {
  const scanner = createMarkerScanner();
  const shown = new Map<number, number>();
  let spaces = '';
  let isAfterRemoval = false;

  const writeText = (text: string): string => {
    const lead = isAfterRemoval && !needsSpace.test(text) ? '' : spaces;
    const whole = lead + text;
    isAfterRemoval = false;
    spaces = spacesAtEnd.exec(whole)?.[0] ?? '';
    return whole.slice(0, whole.length - spaces.length);
  };
  const writeMarker = (numbers: readonly number[], newCitations: Citation<Chunk>[]): string => {
    const kept = [...new Set(numbers)].filter((number) => number >= 1 && number <= chunks.length);
    if (kept.length === 0) {
      isAfterRemoval = true;
      return '';
    }
    const markers = kept.map((number) => `[${showNumber(number, newCitations)}]`).join('');
    const text = spaces + markers;
    spaces = '';
    isAfterRemoval = false;
    return text;
  };
  const showNumber = (number: number, newCitations: Citation<Chunk>[]): number => {
    const known = shown.get(number);
    if (known !== undefined) return known;
    const index = shown.size + 1;
    shown.set(number, index);
    const chunk = chunks[number - 1];
    if (chunk !== undefined) newCitations.push({ index, chunk });
    return index;
  };
  const write = (pieces: readonly AnswerPiece[]): CitationOutput<Chunk> => {
    const newCitations: Citation<Chunk>[] = [];
    let text = '';
    for (const piece of pieces) {
      text += piece.kind === 'text' ? writeText(piece.text) : writeMarker(piece.numbers, newCitations);
    }
    return { text, newCitations };
  };

  return {
    push: (delta) => write(scanner.push(delta)),
    end() {
      const output = write(scanner.end());
      if (!isAfterRemoval) output.text += spaces;
      spaces = '';
      return output;
    },
  };
}

/** Rewrites the markers of a complete answer as `createCitationStream` does for a stream. */
export function renumberCitations<Chunk>(
  answer: string,
  chunks: readonly Chunk[],
): { text: string; citations: Citation<Chunk>[] } {
  const stream = createCitationStream(chunks);
  const body = stream.push(answer);
  const rest = stream.end();
  return { text: body.text + rest.text, citations: [...body.newCitations, ...rest.newCitations] };
}

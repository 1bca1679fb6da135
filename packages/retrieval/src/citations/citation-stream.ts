import { type AnswerPiece, createMarkerScanner } from './marker-scanner.ts';

/** A mark in the answer. `index` is the number that the reader sees, from 1, by first appearance of its chunk. */
export type Citation<Chunk> = {
  index: number;
  chunk: Chunk;
  /** The place of the mark in the text that it comes with, in UTF-16 units. */
  at: number;
};

export type CitationOutput<Chunk> = { text: string; citations: Citation<Chunk>[] };

export type CitationStream<Chunk> = {
  /** Returns the text that can be displayed now, with renumbered markers, and a citation for each of them. */
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
  /** The numbers that the reader sees, by those of the model; undefined until the first mark. */
  let shown: Map<number, number> | undefined;
  let spaces = '';
  let isAfterRemoval = false;

  const writeText = (text: string): string => {
    const lead = isAfterRemoval && !needsSpace.test(text) ? '' : spaces;
    const whole = lead + text;
    isAfterRemoval = false;
    spaces = spacesAtEnd.exec(whole)?.[0] ?? '';
    return whole.slice(0, whole.length - spaces.length);
  };
  const showNumber = (number: number): number => {
    shown ??= new Map();
    const index = shown.get(number) ?? shown.size + 1;
    shown.set(number, index);
    return index;
  };
  const writeMarker = (numbers: readonly number[], output: CitationOutput<Chunk>): void => {
    isAfterRemoval = true;
    for (const number of new Set(numbers)) {
      const chunk = chunks[number - 1];
      if (chunk === undefined) continue;
      output.text += spaces;
      const index = showNumber(number);
      output.citations.push({ index, chunk, at: output.text.length });
      output.text += `[${index}]`;
      spaces = '';
      isAfterRemoval = false;
    }
  };
  const write = (pieces: readonly AnswerPiece[]): CitationOutput<Chunk> => {
    const output: CitationOutput<Chunk> = { text: '', citations: [] };
    for (const piece of pieces) {
      if (piece.kind === 'text') output.text += writeText(piece.text);
      else writeMarker(piece.numbers, output);
    }
    return output;
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
  const { text, citations } = stream.push(answer);
  const rest = stream.end();
  const later = rest.citations.map((citation) => ({ ...citation, at: citation.at + text.length }));
  return { text: text + rest.text, citations: [...citations, ...later] };
}

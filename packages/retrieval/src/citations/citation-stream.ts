import { type AnswerPiece, createMarkerScanner } from './marker-scanner.ts';

/** A passage that the answer cites. `index` is the number that the reader sees, from 1, by first appearance. */
export type Citation<Passage> = { index: number; passage: Passage };

export type CitationOutput<Passage> = { text: string; newCitations: Citation<Passage>[] };

export type CitationStream<Passage> = {
  /** Text that can be shown now, markers renumbered, and the passages that it cites for the first time. */
  push(delta: string): CitationOutput<Passage>;
  /** The rest, at the end of the answer. */
  end(): CitationOutput<Passage>;
};

const spacesAtEnd = /(?<![ \t])[ \t]+$/;
const needsSpace = /^[\p{L}\p{N}(["'`*_“‘]/u;

/**
 * Rewrites the markers of an answer while it streams. Marker `[n]` in the model's text means `passages[n - 1]`. Kept
 * markers are written `[1][2]`, numbered by first appearance; a number without a passage vanishes, with the space
 * before it. Half a marker is never emitted, and the joined output does not depend on how the answer was cut.
 */
export function createCitationStream<Passage>(passages: readonly Passage[]): CitationStream<Passage> {
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
  const writeMarker = (numbers: readonly number[], newCitations: Citation<Passage>[]): string => {
    const kept = [...new Set(numbers)].filter((number) => number >= 1 && number <= passages.length);
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
  const showNumber = (number: number, newCitations: Citation<Passage>[]): number => {
    const known = shown.get(number);
    if (known !== undefined) return known;
    const index = shown.size + 1;
    shown.set(number, index);
    const passage = passages[number - 1];
    if (passage !== undefined) newCitations.push({ index, passage });
    return index;
  };
  const write = (pieces: readonly AnswerPiece[]): CitationOutput<Passage> => {
    const newCitations: Citation<Passage>[] = [];
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

/** The same for a finished answer. */
export function renumberCitations<Passage>(
  answer: string,
  passages: readonly Passage[],
): { text: string; citations: Citation<Passage>[] } {
  const stream = createCitationStream(passages);
  const body = stream.push(answer);
  const rest = stream.end();
  return { text: body.text + rest.text, citations: [...body.newCitations, ...rest.newCitations] };
}

/** A piece of a section's text; `start` is its offset in the document. */
export interface Piece {
  text: string;
  start: number;
  isMarked: boolean;
}

/** Splits the text of a section so that the part inside the span is a piece of its own. Spans are offsets in the document. */
export const markChunk = (
  section: { text: string; start: number },
  span: { start: number; end: number },
): Piece[] => {
  const clamp = (offset: number) => Math.min(Math.max(offset - section.start, 0), section.text.length);
  const from = clamp(span.start);
  const to = Math.max(from, clamp(span.end));
  const cut = (begin: number, end: number, isMarked: boolean): Piece => ({
    text: section.text.slice(begin, end),
    start: section.start + begin,
    isMarked,
  });
  return [cut(0, from, false), cut(from, to, true), cut(to, section.text.length, false)].filter(
    ({ text }) => text !== '',
  );
};

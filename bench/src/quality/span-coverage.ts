import type { Document, Span } from './collections.ts';
import type { Answered } from './scores.ts';

/** A hit of the product. */
export interface Hit {
  document: string;
  text: string;
}

/** Only letters and digits are compared: the product drops marks such as those of headings. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

interface Range {
  from: number;
  to: number;
}

/** The letters in the middle of a chunk that is not in the document letter by letter, such as one with its heading. */
const middle = 80;

const rangeIn = (document: string, text: string): Range | undefined => {
  const letters = lettersOf(text);
  const whole = document.indexOf(letters);
  if (whole >= 0) return { from: whole, to: whole + letters.length };
  const at = Math.max(0, Math.floor((letters.length - middle) / 2));
  const found = document.indexOf(letters.slice(at, at + middle));
  return found < 0 ? undefined : { from: Math.max(0, found - at), to: found - at + letters.length };
};

const overlapOf = (one: Range | undefined, other: Range | undefined): Range | undefined => {
  if (!one || !other) return undefined;
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to);
  return to > from ? { from, to } : undefined;
};

const lengthOf = ({ from, to }: Range): number => to - from;

/** Returns the length of what several ranges cover together. */
const unionOf = (ranges: readonly Range[]): number => {
  let covered = 0;
  let end = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    covered += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return covered;
};

/** Returns a function that compares the hits of a question with the spans that answer it. */
export const spanJudge = (documents: readonly Document[]) => {
  const letters = new Map(documents.map(({ name, text }) => [name, lettersOf(text)]));
  return (hits: readonly Hit[], spans: readonly Span[]): Answered => {
    const asked = spans.map(({ document, text }) => rangeIn(letters.get(document) ?? '', text));
    const overlaps = hits.map((hit) => {
      const range = rangeIn(letters.get(hit.document) ?? '', hit.text);
      return spans.map(({ document }, at) =>
        document === hit.document ? overlapOf(range, asked[at]) : undefined,
      );
    });
    const lengths = asked.map((range) => (range ? lengthOf(range) : 0));
    const covered = spans.map((_, at) => unionOf(overlaps.slice(0, 5).flatMap((each) => each[at] ?? [])));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      // A chunk finds the spans of which it covers more than half.
      found: [
        ...new Set(
          overlaps.flatMap((each, rank) => {
            const spansFound = each.flatMap((overlap, at) =>
              overlap && lengthOf(overlap) > (lengths[at] ?? 0) / 2 ? [`span ${at}`] : [],
            );
            return spansFound.length > 0 ? spansFound : [`nothing at ${rank}`];
          }),
        ),
      ],
      relevant: new Set(spans.map((_, at) => `span ${at}`)),
      coverage: sum(lengths) === 0 ? 0 : sum(covered) / sum(lengths),
    };
  };
};
